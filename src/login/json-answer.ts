/** JSON of all flows (login-middleware.md, Errors; login-session-wire 1.5). */
import { AuthError } from "../errors.ts";
import { json, toResponse } from "../web/reply.ts";

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } as const;

/** Never cached: every answer of ours belongs to one browser at one moment. */
export const reply = (body: unknown, status = 200): Response => toResponse(json(body, status));

export const emptyReply = (): Response => new Response(null, { status: 204, headers: HEADERS });

export const notFound = (): AuthError => new AuthError("not_found", "Not Found");

/** 405 with the methods that the path has (RFC 9110 §15.5.6). */
export const methodNotAllowed = (allow: string): Response =>
  new Response(null, { status: 405, headers: { ...HEADERS, Allow: allow } });
