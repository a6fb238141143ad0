/** Answers of the guards: `{message, error?}`, never cached (login-session-wire 1.5). */
import type { Logger } from "../runtime.ts";
import { errorEnvelope, type Refusal } from "../web/errors/envelope.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { toResponse } from "../web/reply.ts";

/** RFC 9110 §15.5.2: a 401 says how to authenticate. */
const challengeOf = (status: number): Record<string, string> =>
  status === 401 ? { "WWW-Authenticate": "Bearer" } : {};

export const guardAnswer = (
  status: number,
  shown: Omit<Refusal, "status"> = {},
  headers: Readonly<Record<string, string>> = {},
): Response =>
  toResponse(errorEnvelope({ status, ...shown }, { ...challengeOf(status), ...headers }));

/** What a caller may see of a failure; everything else goes to the log. */
export function failureAnswer(error: unknown, log: Logger): Response {
  const { status, message, detail, retryAfter } = refusalOf(error, log, "a guard's decision");
  const wait = retryAfter ?? (status === 503 ? 2 : undefined);
  return guardAnswer(status, { message, detail, retryAfter: wait });
}
