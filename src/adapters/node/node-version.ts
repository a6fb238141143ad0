/** Refuses a Node that the code was not written for; `bin/check-node.js` does the same before anything is loaded. */
import process from "node:process";
import { StartError } from "../../errors.ts";

const MIN_VERSION = [22, 18] as const;

/**
 * @param versions as in `process.versions`; Bun and Deno, which name a Node of their own there, pass
 * @throws {StartError} with both versions
 */
export function requireNode(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): void {
  if (versions.bun !== undefined || versions.deno !== undefined) return;
  const { node = "" } = versions;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return;
  throw new StartError(`Postern needs Node ${MIN_VERSION.join(".")} or later; this is ${node}`);
}
