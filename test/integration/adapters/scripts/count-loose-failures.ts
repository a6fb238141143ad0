/** Counts what would end a process: failures that nothing waited for. */
import process from "node:process";

export function countLooseFailures(): () => string {
  const loose: string[] = [];
  const add = (kind: string) => (cause: unknown) => void loose.push(`${kind} ${String(cause)}`);
  process.on("unhandledRejection", add("rejection"));
  process.on("uncaughtException", add("exception"));
  return () => (loose.length === 0 ? "none" : loose.join("; "));
}
