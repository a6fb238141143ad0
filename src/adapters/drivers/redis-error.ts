/** Errors of ioredis carry the command with its keys and passwords; the log gets neither. */

import { tlsFailure } from "./tls-failure.ts";

/** What Redis quotes of a command that it does not know. */
const QUOTED = /,? with args beginning with.*$/s;

/** The message and code of an error, and nothing else of it. */
export function withoutCommand(error: unknown): Error {
  const { message, code } = error as { message?: string; code?: unknown };
  const reason = tlsFailure(error) ?? (message ?? "unknown error").replace(QUOTED, "");
  const told = new Error(`redis: ${reason}`);
  return typeof code === "string" ? Object.assign(told, { code }) : told;
}
