/** The one place a token may come from: the Authorization header (RFC 6750 §2; wire 7.3, L-W41). */
import { readAuthorization, type TokenScheme } from "../web/bearer.ts";

export type SentToken =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string; readonly scheme: TokenScheme }
  /** Sent in a way that is not allowed. */
  | { readonly kind: "malformed"; readonly reason: string };

/** Other schemes are no bearer token; a token in the URL is refused, one in the body is not read. */
export function sentToken(request: Request): SentToken {
  if (
    request.url.includes("access_token") &&
    new URL(request.url).searchParams.has("access_token")
  ) {
    return { kind: "malformed", reason: "the token must be sent in the Authorization header" };
  }
  const sent = readAuthorization(request.headers);
  if (sent.kind === "bearer" || sent.kind === "dpop") {
    return { kind: "token", token: sent.token, scheme: sent.kind };
  }
  return sent.kind === "malformed"
    ? { kind: "malformed", reason: "the Authorization header is malformed" }
    : { kind: "none" };
}
