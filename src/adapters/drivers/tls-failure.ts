/** Why a server of ours is not trusted, in the same words on every runtime. */

/** Deno tells a certificate that has expired and one of another authority by the same code. */
const UNTRUSTED =
  "Deno" in globalThis
    ? "its certificate has expired, or is of an authority that is not trusted here"
    : "its certificate is of an authority that is not trusted here";

/** Codes of OpenSSL, and words of rustls. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID|NotValidForName/, "its certificate is for another host name"],
  [/CERT_HAS_EXPIRED|: Expired/, "its certificate has expired"],
  [/CERT_NOT_YET_VALID|: NotValidYet/, "its certificate is not valid yet"],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_UNTRUSTED|UnknownIssuer/,
    UNTRUSTED,
  ],
  [/alert.*(unknown ca|certificate)/i, "it does not accept the client certificate, or wants one"],
];

/** One sentence; undefined for a failure that is not of TLS. */
export function tlsFailure(error: unknown): string | undefined {
  const { code, message, reason } = error as Record<string, unknown>;
  const told = [code, reason, message].join(" ");
  return REASONS.find(([pattern]) => pattern.test(told))?.[1];
}
