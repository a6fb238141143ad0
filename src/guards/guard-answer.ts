/** Answers of the guards: `{message, error?}`, never cached (login-session-wire 1.5). */
import { AuthError } from "../errors.ts";
import type { Logger } from "../runtime.ts";

const REASON: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

export interface GuardAnswer {
  /** Empty: the reason phrase of the status. */
  readonly message?: string | undefined;
  readonly error?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** RFC 9110 §15.5.2: a 401 says how to authenticate. */
const challengeOf = (status: number): Record<string, string> =>
  status === 401 ? { "WWW-Authenticate": "Bearer" } : {};

export function guardAnswer(status: number, answer: GuardAnswer = {}): Response {
  const { message, error, headers } = answer;
  const body = { message: message || REASON[status] || "Error", ...(error && { error }) };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json; charset=UTF-8",
      "Cache-Control": "no-store",
      ...challengeOf(status),
      ...headers,
    },
  });
}

/** What a caller may see of a failure; everything else goes to the log. */
export function failureAnswer(error: unknown, log: Logger): Response {
  if (!(error instanceof AuthError)) {
    log.error("a guard failed", { error });
    return guardAnswer(500);
  }
  const { status, message, detail, retryAfter } = error;
  if (status >= 500) log.error("a guard could not decide", { error });
  const wait = retryAfter ?? (status === 503 ? 2 : undefined);
  return guardAnswer(status, {
    message,
    error: detail,
    ...(wait !== undefined && { headers: { "Retry-After": String(wait) } }),
  });
}
