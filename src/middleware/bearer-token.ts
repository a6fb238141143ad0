/** The one place a token may come from: the Authorization header (RFC 6750 §2; wire 7.3, L-W41). */

export type SentToken =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string }
  /** Sent in a way that is not allowed. */
  | { readonly kind: "malformed"; readonly reason: string };

const BEARER = /^bearer +([\w\-.~+/]+=*) *$/i;

/** Other schemes are no bearer token; a token in the URL is refused, one in the body is not read. */
export function sentToken(request: Request): SentToken {
  const header = request.headers.get("authorization")?.trim() ?? "";
  if (
    request.url.includes("access_token") &&
    new URL(request.url).searchParams.has("access_token")
  ) {
    return { kind: "malformed", reason: "the token must be sent in the Authorization header" };
  }
  const [, token] = BEARER.exec(header) ?? [];
  if (token !== undefined) return { kind: "token", token };
  return /^bearer(?:[\s,]|$)/i.test(header)
    ? { kind: "malformed", reason: "the Authorization header is malformed" }
    : { kind: "none" };
}
