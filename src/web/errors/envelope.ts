/** Refusals as `{message, error?}`: the JSON API, the login's routes, the guards (auth-wire 1.2; login-session-wire 1.5). */
import type { Sentence } from "../../errors.ts";
import { json, type Reply } from "../reply.ts";

const REASON: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** What a caller may see of a refusal; an `AuthError` is one. */
export interface Refusal {
  readonly status: number;
  /** Empty: the reason phrase of the status. */
  readonly message?: string | undefined;
  /** The member `error`: what exactly is wrong. */
  readonly detail?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

export const retryHeader = ({ retryAfter }: Refusal): Record<string, string> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

/** @param messages what was refused, by id: for consoles */
export function errorEnvelope(
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
  messages?: readonly Sentence[],
): Reply {
  const { status, message, detail } = refusal;
  const body = {
    message: message || REASON[status] || "Error",
    ...(detail && { error: detail }),
    ...(messages && { messages }),
  };
  return json(body, status, { ...retryHeader(refusal), ...headers });
}
