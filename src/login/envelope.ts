/** `{message, error}` of all flows (login-middleware.md, Errors; login-session-wire 1.5). */
import { AuthError } from "../errors.ts";
import type { Logger } from "../runtime.ts";

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } as const;

/** Never cached: every answer of ours belongs to one browser at one moment. */
export const reply = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: HEADERS });

export const emptyReply = (): Response => new Response(null, { status: 204, headers: HEADERS });

export const notFound = (): AuthError => new AuthError("not_found", "Not Found");

/** What a caller may see: our own refusals as they are, everything else as one sentence (N-8). */
export function refusalOf(error: unknown, log: Logger): AuthError {
  if (error instanceof AuthError) {
    if (error.status >= 500) log.warn("a sign-in request failed", { error });
    return error;
  }
  log.error("a sign-in request failed", { error });
  return new AuthError("server_error", "Internal Server Error");
}

/** 405 with the methods that the path has (RFC 9110 §15.5.6). */
export const methodNotAllowed = (allow: string): Response =>
  new Response(null, { status: 405, headers: { ...HEADERS, Allow: allow } });

/** `error` is the detail of a refusal: the code of an upstream's answer. */
export function envelope({ message, detail, status, retryAfter }: AuthError): Response {
  const response = reply({ message, ...(detail && { error: detail }) }, status);
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  return response;
}
