/** The one reading of an access token in the Authorization header (RFC 6750 §2.1, RFC 9449 §7.1). */
import type { RequestHeaders } from "./request-head.ts";

/** `dpop`: the token comes with a proof of the key that it is bound to. */
export type TokenScheme = "bearer" | "dpop";

export type Authorization =
  /** No header, or an empty one. */
  | { readonly kind: "none" }
  /** Another scheme. */
  | { readonly kind: "other" }
  | { readonly kind: TokenScheme; readonly token: string }
  /** The scheme is Bearer or DPoP, and what follows is no token: never the same as none (P-1). */
  | { readonly kind: "malformed" };

/** token68 of RFC 9110 §11.2; the scheme in any case. */
const TOKEN = /^(bearer|dpop) +([\w\-.~+/]+=*)$/i;
const SCHEME = /^(?:bearer|dpop)(?:[\s,]|$)/i;

export function readAuthorization(headers: RequestHeaders): Authorization {
  const header = headers.get("authorization")?.trim() ?? "";
  if (header === "") return { kind: "none" };
  const [, scheme = "", token] = TOKEN.exec(header) ?? [];
  if (token !== undefined) return { kind: scheme.length === 4 ? "dpop" : "bearer", token };
  return SCHEME.test(header) ? { kind: "malformed" } : { kind: "other" };
}
