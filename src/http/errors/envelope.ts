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

/** RFC 9110 §15.5.2, RFC 6750 §3.1: how to authenticate, or what the token that came lacks. */
function challenge({ status, code }: AuthError): Record<string, string> {
  const bearer = 'Bearer realm="postern"';
  if (status === 401) return { "WWW-Authenticate": bearer };
  return code === "insufficient_scope"
    ? { "WWW-Authenticate": `${bearer}, error="insufficient_scope"` }
    : {};
}

export function envelopeError(error: AuthError): Reply {
  const body = {
    message: error.message || STATUS_TEXT[error.status] || "Error",
    ...(error.detail && { error: error.detail }),
  };
  return json(body, error.status, challenge(error));
}
