/** A signed JWT: what it says of itself, whose signature it has, and where it would be taken. */
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { peek } from "../../relying-party/peek.ts";
import type { KeyRing } from "../../snapshot/key-ring.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { MAX_TOKEN_LENGTH } from "../../std/token-length.ts";
import { TOKEN_TYPE } from "../../tokens/claims.ts";
import { REFRESH_ALGORITHM, refreshClaims } from "../../tokens/refresh-mac.ts";
import { requireKeys } from "../../tokens/sign.ts";
import { signedClaims } from "../../tokens/signed-claims.ts";
import { isOwnIssuer } from "../../tokens/verify.ts";
import { refuseUnsafe } from "../../web/request-body.ts";
import type {
  InspectedSignature,
  InspectedTimes,
  InspectedToken,
  TokenKindName,
  TokenUse,
} from "./inspected.ts";
import { accessUses, noUse, partiesOf, refreshUse } from "./uses.ts";

type Members = Readonly<Record<string, unknown>>;

/** Undefined for what is no signature of ours. A token that is too long is never verified (N-1). */
async function keyOf(
  { service: { runtime } }: Call,
  keys: KeyRing,
  text: string,
  { alg }: Members,
): Promise<string | undefined> {
  if (text.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    const signed = await (alg === REFRESH_ALGORITHM
      ? refreshClaims(runtime, keys, text)
      : signedClaims(keys, text, false));
    return signed.kid;
  } catch {
    return undefined;
  }
}

function signatureOf(
  { byKid }: KeyRing,
  verifiedBy: string | undefined,
  own: boolean,
  header: Members,
): InspectedSignature {
  if (verifiedBy !== undefined) return { state: "valid", kid: verifiedBy };
  const kid = typeof header.kid === "string" ? { kid: header.kid } : {};
  if (header.alg === "none") return { state: "none" };
  if (!own) return { state: "not_checked", ...kid };
  const isOurs = kid.kid !== undefined && byKid.has(kid.kid);
  return { state: isOurs ? "invalid" : "unknown_key", ...kid };
}

/** A text with more is a lie about itself, or not ours; each kind names itself in the claims (K-12). */
function kindOf(own: boolean, verified: boolean, header: Members, claims: Members): TokenKindName {
  if (!own && !verified) return typeof claims.iss === "string" ? "foreign_jwt" : "unknown_jwt";
  const isAccess = header.typ === "at+jwt";
  if (claims.typ === TOKEN_TYPE.access && isAccess) return "access_token";
  if (isAccess) return "unknown_jwt";
  if (claims.typ === TOKEN_TYPE.refresh) return "refresh_token";
  return claims.typ === TOKEN_TYPE.id ? "id_token" : "unknown_jwt";
}

const time = (claims: Members, name: string): number | undefined => {
  const value = claims[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

function timesOf(claims: Members, at: number): InspectedTimes {
  const issued_at = time(claims, "iat");
  const not_before = time(claims, "nbf");
  const expires_at = time(claims, "exp");
  const session_ends_at = time(claims, "session_exp");
  return {
    ...(issued_at !== undefined && { issued_at }),
    ...(not_before !== undefined && { not_before }),
    ...(expires_at !== undefined && { expires_at, expires_in: expires_at - at }),
    expired: expires_at !== undefined && at >= expires_at,
    ...(session_ends_at !== undefined && { session_ends_at }),
  };
}

/** Providers by whose record this issuer signs people in: `oauth:google`. */
function providersOf({ oauth_providers }: Snapshot, iss: unknown): string[] {
  if (typeof iss !== "string") return [];
  const same = (url: string | undefined) => url?.replace(/\/$/, "") === iss.replace(/\/$/, "");
  return [...oauth_providers].flatMap(([id, { config }]) =>
    config && same(config.issuer) ? `oauth:${id}` : [],
  );
}

/** What the page can show; nothing of what is nested without end or would reach a prototype (N-6). */
function shown(
  header: Members,
  claims: Members,
): Pick<InspectedToken, "header" | "claims"> | undefined {
  try {
    refuseUnsafe(header);
    refuseUnsafe(claims);
    return { header, claims };
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

const ID_TOKEN = "an ID token tells its client who signed in; it opens nothing here";

async function usesOf(call: Call, kind: TokenKindName, text: string): Promise<readonly TokenUse[]> {
  if (kind === "refresh_token") return [await refreshUse(call, text)];
  if (kind === "id_token") return noUse(ID_TOKEN);
  // Also what is no access token: the reason is then that of the use.
  return accessUses(call, text);
}

export async function inspectJwt(call: Call, text: string): Promise<InspectedToken> {
  const keys = requireKeys(call.snapshot);
  const [header, claims] = [peek(text, 0), peek(text, 1)];
  const { iss } = claims;
  const own = typeof iss === "string" && isOwnIssuer(iss, call.service.options.prefix_path);
  const verifiedBy = await keyOf(call, keys, text, header);
  const verified = verifiedBy !== undefined;
  const kind = kindOf(own, verified, header, claims);
  const uses = await usesOf(call, kind, text);
  return {
    kind,
    accepted: uses.some(({ accepted }) => accepted),
    uses,
    ...(shown(header, claims) ?? { unreadable: true }),
    signature: signatureOf(keys, verifiedBy, own, header),
    times: timesOf(claims, Math.floor(now(call) / 1000)),
    issuer: { own, providers: own ? [] : providersOf(call.snapshot, iss) },
    // Only of what a key of ours has signed: other texts could name anyone.
    ...(verified && (await partiesOf(call, kind, claims))),
  };
}
