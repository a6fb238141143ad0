/**
 * What a first start writes, made once for each worker and copied into the databases of the services after it: a signing key,
 * the check of the encryption key and the beginning of the audit log take longer than all the rest of a start. Services
 * that run at the same time have keys of their own.
 */
import { type Content, contentOf } from "./database-pool.ts";
import type { TestRuntime } from "./runtime.ts";
import { withFirstKeys } from "./signing-keys.ts";

const contents = new Map<string, Content>();
const running = new Set<object>();

const isPlain = (value: unknown): boolean =>
  value === null ||
  ["string", "number", "boolean", "undefined"].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value as object).every(isPlain));

/** Under which it is kept; undefined where a start has something that cannot be compared. */
function keyOf(options: object, { database }: TestRuntime): string | undefined {
  if (!database || database.moved() || !isPlain(options)) return undefined;
  return JSON.stringify([options, database.now]);
}

/** Starts a service by `start`, which opens the database of that runtime. */
export async function withFirstStart<Started extends object>(
  options: object,
  runtime: TestRuntime,
  start: () => Promise<Started>,
): Promise<Started> {
  const key = running.size === 0 ? keyOf(options, runtime) : undefined;
  const { database } = runtime;
  const kept = key === undefined ? undefined : contents.get(key);
  if (database && kept) database.content = kept;
  const started = await (key !== undefined && !kept ? withFirstKeys(start) : start());
  running.add(started);
  if (key !== undefined && !kept && database?.driver) {
    contents.set(key, await contentOf(database.driver));
  }
  return started;
}

export const hasStopped = (started: object): boolean => running.delete(started);

/** Of a file that is over nothing runs any more. */
export const forgetRunning = (): void => running.clear();
