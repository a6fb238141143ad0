/** The one file that renders errors of the JSON API: `{message, error?}` (auth-wire 1.2). */
import type { AuthError } from "../../errors.ts";
import { json } from "../envelope.ts";
import type { Reply } from "../reply.ts";

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

export function envelopeError(error: AuthError): Reply {
  const body = {
    message: error.message || STATUS_TEXT[error.status] || "Error",
    ...(error.detail && { error: error.detail }),
  };
  // RFC 9110 §15.5.2: a 401 says how to authenticate; the session in front takes bearer tokens.
  const challenge = error.status === 401 ? { "WWW-Authenticate": 'Bearer realm="postern"' } : {};
  return json(body, error.status, challenge);
}
