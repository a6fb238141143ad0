/** Accepting our own tokens back on our own endpoints (auth-wire 5.3; K-12 to K-14). */
import { type Call, newest, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { catchUp } from "../iam/heard-of.ts";
import { claimedAuthentication } from "../identity.ts";
import { peek } from "../relying-party/peek.ts";
import { isAlive, type KeyRing } from "../snapshot/key-ring.ts";
import { validHost } from "../std/host.ts";
import type { Ready } from "../std/ready.ts";
import { MAX_TOKEN_LENGTH } from "../std/token-length.ts";
import { TOKEN_TYPE } from "./claims.ts";
import { confirmedBy } from "./confirmation.ts";
import { refreshClaims } from "./refresh-mac.ts";
import { requireKeys } from "./sign.ts";
import { rememberedClaims, type SignedClaims, signedClaims } from "./signed-claims.ts";
import { callsPairwise, openPerson, type Person, personInMemory } from "./subjects.ts";
import type { VerifiedToken } from "./verified-token.ts";

export type TokenKind = keyof typeof TOKEN_TYPE;

/** Another instance's clock may run this far behind ours. */
const SKEW_SECONDS = 60;

const invalid = (message: string, cause?: unknown) =>
  new AuthError("invalid_token", message, { cause });

/** K-14: exactly `{scheme}://{host}{prefix}/oauth2`, with any host. */
export const isOwnIssuer = (iss: string, prefix: string): boolean =>
  issuerPath(iss) === `${prefix}/oauth2`;

/** The path of an issuer with a valid host. */
function issuerPath(iss: string): string | undefined {
  const [, host, path] = /^https?:\/\/([^/?#@]+)(\/[^?#]*)$/.exec(iss) ?? [];
  return host !== undefined && validHost(host) ? path : undefined;
}

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

/**
 * Verifies signature, type, issuer, audience and times with our keys and algorithm only; what the
 * header says about keys is never followed (K-13). Throws `invalid_token`. A subject of whom this instance has not
 * heard yet is in the newest snapshot then, if there is one.
 * @param keep false for a look at a token that is not used: nothing of it is remembered
 */
export function verifyToken(
  call: Call,
  token: string,
  kind: TokenKind,
  keep = true,
): Ready<VerifiedToken> {
  if (token.length > MAX_TOKEN_LENGTH) throw invalid("token is too long");
  const keys = requireKeys(call.snapshot);
  const cached = rememberedClaims(keys, token);
  if (cached) return accepted(call, keys, cached, kind);
  if (isNamed(keys, token)) return verifyUnder(keys, call, token, kind, keep);
  // Another instance may have begun to sign with a new key a moment ago; a stranger's `kid` asks once per version.
  return catchUp(call.service, "signing keys").then(() =>
    verifyUnder(requireKeys(newest(call).snapshot), call, token, kind, keep),
  );
}

/** Whether the key that the token names is known. One that names none is by a key of ours or by none. */
function isNamed({ byKid }: KeyRing, token: string): boolean {
  const { kid } = peek(token, 0);
  return typeof kid !== "string" || byKid.has(kid);
}

const verifyUnder = (
  keys: KeyRing,
  call: Call,
  token: string,
  kind: TokenKind,
  keep: boolean,
): Promise<VerifiedToken> =>
  // K-13: a refresh token has a key and an algorithm of its own kind.
  (kind === "refresh"
    ? refreshClaims(call.service.runtime, keys, token)
    : signedClaims(keys, token, keep)
  ).then(
    (signed) => accepted(call, keys, signed, kind),
    (cause) => {
      throw invalid("token is not valid", cause);
    },
  );

function accepted(
  call: Call,
  keys: KeyRing,
  signed: SignedClaims,
  kind: TokenKind,
): Ready<VerifiedToken> {
  const check = (person: Person) => heardOf(call, checkSigned(call, keys, signed, kind, person));
  const person = personInMemory(signed.claims);
  if (person) return check(person);
  return openPerson(call, signed.claims).then(check, (cause) => {
    throw invalid("token is not valid", cause);
  });
}

const heardOf = ({ service }: Call, token: VerifiedToken): Ready<VerifiedToken> =>
  service.snapshots.current.principals.get(token.sub)
    ? token
    : catchUp(service, `principal ${token.sub}`).then(() => token);

/** What the signature does not tell: the life of its key, type, audience, issuer and times. */
function checkSigned(
  call: Call,
  { byKid }: KeyRing,
  { typ, kid, claims }: SignedClaims,
  kind: TokenKind,
  person: Person,
): VerifiedToken {
  const key = byKid.get(kid);
  if (!key || !isAlive(key, now(call))) {
    throw invalid("token is not valid", new Error("its key has ended"));
  }
  if ((kind === "access") !== (typ === "at+jwt")) {
    throw invalid("token is not valid", new Error(`unexpected typ ${typ}`));
  }
  if (claims.typ !== TOKEN_TYPE[kind]) {
    throw invalid(kind === "access" ? "access token type must be Bearer" : "invalid token type");
  }
  const { verified, path } = shapedClaims(claims, person);
  const at = Math.floor(now(call) / 1000);
  if (at >= verified.exp) throw invalid("token is expired");
  const { iat, nbf = iat } = verified;
  if (Math.max(iat, nbf) > at + SKEW_SECONDS) throw invalid("token is not valid yet");
  if (!verified.aud.includes(call.snapshot.settings.token.audience)) {
    throw invalid("token audience not match");
  }
  if (path !== `${call.service.options.prefix_path}/oauth2`) {
    throw invalid("token issuer not match");
  }
  return verified;
}

/** Claims that were read before; the object is frozen and lives as long as its signature is known. */
const shaped = new WeakMap<SignedClaims["claims"], Shaped>();

interface Shaped {
  readonly verified: VerifiedToken;
  /** Of the issuer. */
  readonly path: string | undefined;
}

/** What a token of ours says, in its types; throws `invalid_token` for one that lacks something. */
function shapedClaims(claims: SignedClaims["claims"], person: Person): Shaped {
  const cached = shaped.get(claims);
  if (cached) return cached;
  const { iss, exp, iat, nbf, sub, azp, jti, sid, auth_time, session_exp } = claims;
  if (!isNumber(exp) || !isNumber(iat) || !isNumber(auth_time) || !isNumber(session_exp)) {
    throw invalid("token lacks session claims");
  }
  // We write none; another holder of the key may (RFC 7519 §4.1.5).
  if (nbf !== undefined && !isNumber(nbf)) throw invalid("nbf is not a time");
  if (![sub, azp, jti, sid].every((claim) => typeof claim === "string" && claim !== "")) {
    throw invalid("token lacks session claims");
  }
  const binding = confirmedBy(claims.cnf);
  if (claims.cnf !== undefined && binding === undefined) {
    throw invalid("token is bound in a way that is not supported");
  }
  const verified: VerifiedToken = Object.freeze({
    iss: typeof iss === "string" ? iss : "",
    sub: person.sub,
    ...(callsPairwise(claims) && { pairwise_sub: String(sub) }),
    azp: String(azp),
    aud: Object.freeze(list(claims.aud)),
    jti: String(jti),
    sid: String(sid),
    ...(person.sign_in !== undefined && { sign_in: person.sign_in }),
    ...claimedAuthentication(claims),
    auth_time,
    session_exp,
    remember_me: claims.remember_me === true,
    iat,
    ...(nbf !== undefined && { nbf }),
    exp,
    scope: Object.freeze(
      typeof claims.scope === "string" ? claims.scope.split(" ").filter(Boolean) : [],
    ),
    ...binding,
    claims,
  });
  const fresh = { verified, path: issuerPath(verified.iss) };
  shaped.set(claims, fresh);
  return fresh;
}
