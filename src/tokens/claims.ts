/** Claims of access, ID and refresh tokens (auth-wire 5.2; K-16). */
import { hasProvenAddress } from "../iam/principals/proven-address.ts";
import type { Details } from "../snapshot/snapshot.ts";
import { equalExceptCase } from "../std/canonical-alias.ts";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/**
 * Profile claims of a principal; absent when not set. `preferred_username` is always an alias, because
 * applications use it as the identity (I-3).
 */
export function profileClaims(
  details: Details,
  aliases: readonly string[],
): Record<string, string | true> {
  const name = text(details.name);
  const uid = text(details.uid);
  const username =
    (uid && aliases.find((alias) => alias === uid || equalExceptCase(alias, uid))) ?? aliases[0];
  const email = text(details.email);
  const given = text(details.given_name);
  const family = text(details.family_name);
  return {
    ...(name && { name }),
    ...(username && { preferred_username: username }),
    ...(email && { email }),
    ...(hasProvenAddress(details) && { email_verified: true }),
    ...(given && { given_name: given }),
    ...(family && { family_name: family }),
  };
}

/**
 * Grants in which the client presents the person's own proof, as the claim `gty`. Such
 * a client could do everything the person can, so its tokens are first party (I-4).
 */
const PROOFS = ["password", "email_code", "passkey"] as const;
export type Proof = (typeof PROOFS)[number];

export const proofOf = (claims: Readonly<Record<string, unknown>>): Proof | undefined =>
  PROOFS.find((proof) => proof === claims.gty);

/**
 * The value of `gty` in a token that was exchanged for one that is not first party: whose client it is now
 * makes no difference (I-4).
 */
export const EXCHANGED = "token_exchange";
/** The same for one that is first party and does not manage (decision E-4). */
export const EXCHANGED_UNMANAGING = "token_exchange_first_party";
export type GrantedBy = Proof | typeof EXCHANGED | typeof EXCHANGED_UNMANAGING;

/** Asks for a refresh token for the time when the person is away; says nothing about what the tokens are good for. */
export const OFFLINE_ACCESS = "offline_access";

/** The `typ` claim tells the three kinds apart; the header says `at+jwt` for access (K-12). */
export const TOKEN_TYPE = { access: "Bearer", id: "ID", refresh: "Refresh" } as const;

/** `aud`: the service alone as a text, with granted resources a list. */
export const audience = (service: string, resources: readonly string[]): string | string[] =>
  resources.length > 0 ? [service, ...resources] : service;
