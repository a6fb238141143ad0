/** JSON of all flows (login-middleware.md, Errors; login-session-wire 1.5). */
import { AuthError } from "../errors.ts";
import { json, toResponse } from "../web/reply.ts";

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } as const;

/** Never cached: every answer of ours belongs to one browser at one moment. */
export const reply = (body: unknown, status = 200): Response => toResponse(json(body, status));

export const emptyReply = (): Response => new Response(null, { status: 204, headers: HEADERS });

/** There is nothing at the address. */
export class NoRoute extends AuthError {
  constructor() {
    super("not_found", "Not Found");
  }
}

export const notFound = (): AuthError => new NoRoute();

/** 405 with the methods that the path has (RFC 9110 §15.5.6). */
export const methodNotAllowed = (allow: string): Response =>
  new Response(null, { status: 405, headers: { ...HEADERS, Allow: allow } });
