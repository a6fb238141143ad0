/** The one reading of a bearer token in the Authorization header (RFC 6750 §2.1). */
import type { RequestHeaders } from "./request-head.ts";

export type Authorization =
  /** No header, or an empty one. */
  | { readonly kind: "none" }
  /** Another scheme. */
  | { readonly kind: "other" }
  | { readonly kind: "bearer"; readonly token: string }
  /** The scheme is Bearer, and what follows is no token: never the same as none (P-1). */
  | { readonly kind: "malformed" };

/** token68 of RFC 9110 §11.2; the scheme in any case. */
const BEARER = /^bearer +([\w\-.~+/]+=*)$/i;
const SCHEME = /^bearer(?:[\s,]|$)/i;

export function readAuthorization(headers: RequestHeaders): Authorization {
  const header = headers.get("authorization")?.trim() ?? "";
  if (header === "") return { kind: "none" };
  const [, token] = BEARER.exec(header) ?? [];
  if (token !== undefined) return { kind: "bearer", token };
  return SCHEME.test(header) ? { kind: "malformed" } : { kind: "other" };
}
