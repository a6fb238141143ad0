/**
 * What a first start writes, made once for each worker and copied into the databases of the services after it: a signing key,
 * the check of the encryption key and the beginning of the audit log take longer than all the rest of a start. Services
 * that run at the same time have keys of their own.
 */
import type { AuthOptions } from "../../src/options/auth-options.ts";
import { type Content, contentOf } from "./database-pool.ts";
import type { TestDatabase, TestRuntime } from "./runtime.ts";
import { withFirstKeys } from "./signing-keys.ts";

const contents = new Map<string, Content>();
const running = new Set<object>();

const isPlain = (value: unknown): boolean =>
  value === null ||
  ["string", "number", "boolean", "undefined"].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value as object).every(isPlain));

/** Under which it is kept; undefined where a start has something that cannot be compared, or a database of its own. */
function keyOf(options: AuthOptions, database: TestDatabase): string | undefined {
  if (database.content || database.moved() || options.database || !isPlain(options))
    return undefined;
  return JSON.stringify([options, database.now]);
}

/** Starts a service by `start`, which opens the database of that runtime. */
export async function withFirstStart<Started extends object>(
  options: AuthOptions,
  { database }: TestRuntime,
  start: () => Promise<Started>,
): Promise<Started> {
  const key = database && running.size === 0 ? keyOf(options, database) : undefined;
  const started = await (database && key ? startAlone(key, database, start) : start());
  running.add(started);
  return started;
}

async function startAlone<Started>(
  key: string,
  database: TestDatabase,
  start: () => Promise<Started>,
): Promise<Started> {
  const kept = contents.get(key);
  if (kept) {
    database.content = kept;
    return start();
  }
  const started = await withFirstKeys(start);
  if (database.driver) contents.set(key, await contentOf(database.driver));
  return started;
}

/** It ends: the next one may begin with what was kept. */
export const forget = (started: object): boolean => running.delete(started);

/** Of a file that is over nothing runs any more. */
export const forgetRunning = (): void => running.clear();
