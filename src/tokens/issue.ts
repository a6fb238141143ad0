/** The mint: turns a decision into tokens and refuses what every grant must refuse. */
import { type Call, knowing, now } from "../call.ts";
import { digestText } from "../crypto/digest.ts";
import type { SigningKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { refusalText } from "../iam/principals/enabled.ts";
import { lacksFactor } from "../iam/second-factor/rule.ts";
import { levelOf, reachedLevel } from "../identity/levels.ts";
import type { Authentication } from "../identity.ts";
import { noteClientUse } from "../records/client-uses.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { decodeBase64Url, encodeBase64Url } from "../std/base64url.ts";
import { writeDotPath } from "../std/dot-path.ts";
import { type NumericDate, numericDate, seconds } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import { accessAlgorithm } from "./access-algorithm.ts";
import { accountRefusal, mayUseClient } from "./allowed-accounts.ts";
import { audience, OFFLINE_ACCESS, profileClaims, TOKEN_TYPE } from "./claims.ts";
import { mayRefresh } from "./client.ts";
import { bindingOf } from "./confirmation.ts";
import type { Decision, MintedTokens, TokenSession } from "./decision.ts";
import { proofRequired } from "./dpop/proof.ts";
import { newFamilyId } from "./family-id.ts";
import { requireUsableLength } from "./long-tokens.ts";
import { macRefreshToken } from "./refresh-mac.ts";
import { claimOf } from "./requested-claims.ts";
import { requiredLevels } from "./required-levels.ts";
import { isEnded } from "./revocation.ts";
import { rolesOf } from "./roles.ts";
import { signingKey, signToken } from "./sign.ts";
import { longestSignIn } from "./sign-in-rules.ts";
import { namedClaims } from "./standard-claims.ts";
import { sealPerson, signInFor, subjectFor } from "./subjects.ts";
import type { TokenResponse } from "./token-response.ts";
import { holderOf, onlyTold, type Told, toldInAccess, toldTo } from "./told.ts";

/** 256 random bits as hex (auth-wire: hex64). */
const randomId = (call: Call) => encodeHex(call.service.runtime.random(32));

/** K-10: nothing is issued to or for a disabled or deleted principal or client. */
export function requireEnabled(
  call: Call,
  { subject, client }: Pick<Decision, "subject" | "client">,
): void {
  const current = call.snapshot.principals.get(subject.id);
  if (!current || current.disabled || client.disabled) {
    throw new AuthError("invalid_grant", refusalText(current ?? {}));
  }
}

/** What a grant knows of the login already: a code names its family and when the user signed in. */
export interface SessionStart extends Authentication {
  readonly subject: PrincipalRecord;
  readonly scope: readonly string[];
  readonly remember_me: boolean;
  readonly sid?: string;
  readonly sign_in?: string;
}

/** A session that begins now; its hard end never moves (rule 10). */
export function beginSession(call: Call, start: SessionStart): TokenSession {
  const at = numericDate(now(call));
  const { refresh_lifetime, refresh_absolute_lifetime } = call.snapshot.settings.token;
  const lifetime = start.remember_me ? refresh_absolute_lifetime : refresh_lifetime;
  const family = { sid: start.sid ?? newFamilyId(call), sign_in: start.sign_in };
  const longest = longestSignIn(call, family, start.scope, start.subject);
  return {
    ...family,
    auth_time: start.auth_time ?? at,
    amr: start.amr,
    acr: start.acr ?? (start.amr?.includes("mfa") ? "mfa" : undefined),
    session_exp: (at + Math.min(seconds(lifetime), longest)) as NumericDate,
    remember_me: start.remember_me,
  };
}

/** K-11: what began before a change of the principal gets no tokens, they would be refused anyway. */
function requireLiving(call: Call, decision: Decision, { sid }: TokenSession): void {
  const iat = numericDate(now(call));
  if (!isEnded(call, { sub: decision.subject.id, sid, iat }, decision.client.id)) return;
  if (decision.session) throw new AuthError("invalid_grant", "session was ended");
  // The change came while this login was being decided: the next try is decided on what is true now.
  throw new AuthError("unavailable", "the account has just changed, try again", { retryAfter: 1 });
}

/** Below all grants: what is demanded of a person's sign-in (decision E-7). A service account has none. */
function requireLevel(call: Call, decision: Decision, session: TokenSession): void {
  const { client, subject, resources } = decision;
  const acr_values = requiredLevels(call, client, resources, subject);
  if (!acr_values || subject.service_account || reachedLevel({ acr_values }, session)) return;
  if (lacksFactor(call, subject, session)) {
    throw new AuthError("invalid_grant", "the account has to sign in with a second factor");
  }
  const source = client.requiredAcr ? "the client" : "the resource";
  const levels = acr_values.join(" or ") || "levels that exclude each other";
  throw new AuthError("invalid_grant", `${source} requires a sign-in of ${levels}`);
}

type Claims = Record<string, unknown>;

/** Writes role names at the roles path of the client, else of the `token` namespace (rule 11). */
function withRoles(call: Call, decision: Decision, told: Told, claims: Claims): Claims {
  const { names, path } = rolesOf(call, decision, told);
  if (names.length > 0) writeDotPath(claims, path, names);
  return claims;
}

/** Left half of the access token's digest (OpenID Connect Core §3.1.3.6); Ed25519 signs with SHA-512. */
async function accessTokenHash(
  { service }: Call,
  accessToken: string,
  { jwk: { alg } }: Pick<SigningKey, "jwk">,
): Promise<string> {
  if (alg === "EdDSA") {
    const long = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(accessToken));
    return encodeBase64Url(new Uint8Array(long).subarray(0, 32));
  }
  const digest = digestText(service.runtime, accessToken, "base64url");
  return encodeBase64Url((decodeBase64Url(digest) as Uint8Array).subarray(0, 16));
}

/**
 * Signs what a grant decided. Nothing counts before the caller hands it out: where refresh tokens
 * rotate, `decision.replaces` says which one the new one must replace first.
 */
export async function mintTokens(outer: Call, decision: Decision): Promise<MintedTokens> {
  const call = knowing(outer, decision.subject);
  requireEnabled(call, decision);
  const { subject, client, scope } = decision;
  if (!mayUseClient(call, client, subject)) throw accountRefusal("invalid_grant", client, subject);
  // RFC 9449 §5.2: below all ways to a token.
  if (client.keyBound && decision.jkt === undefined) throw proofRequired(400);
  const { token } = call.snapshot.settings;
  const at = numericDate(now(call));
  const session =
    decision.session ??
    beginSession(call, {
      ...{ subject, scope },
      remember_me: decision.remember_me ?? false,
      amr: decision.amr,
      acr: levelOf(decision.amr),
    });
  requireLiving(call, decision, session);
  requireLevel(call, decision, session);
  const exp = Math.min(at + seconds(token.token_lifetime), session.session_exp);
  if (exp <= at) throw new AuthError("invalid_grant", "session maximum lifetime exceeded");

  const cnf = bindingOf(call, decision);
  const details = await subject.details.open();
  const profile = profileClaims(details, subject.alias);
  const granted = decision.granted ?? decision;
  const sub = decision.pairwise_sub ?? (await subjectFor(call, client, subject.id));
  const isNamedPairwise = sub !== subject.id;
  /** The subject is not told; nor is the sign-in, which joins the clients of a browser as well. */
  const sealed = async (sign_in: string | undefined) =>
    isNamedPairwise
      ? {
          person: await sealPerson(call, client.id, { sub: subject.id, sign_in }),
          sign_in: undefined,
        }
      : // Written also when there is none, so that no roles path can put one here.
        { person: undefined, sign_in };
  const common = {
    iss: call.issuer,
    sub,
    azp: client.id,
    sid: session.sid,
    auth_time: session.auth_time,
    // These also when there are none, so that no roles path can put one here.
    amr: session.amr?.length ? session.amr : undefined,
    acr: session.acr,
    cnf: undefined,
    iat: at,
  };
  const family = {
    client_id: client.id,
    session_exp: session.session_exp,
    remember_me: session.remember_me,
    // Written also when there is none, so that no roles path can put one here.
    gty: decision.proof,
    requested_claims: claimOf(decision.claims),
  };
  const reach = (scopes: readonly string[], resources: readonly string[]) => ({
    aud: audience(token.audience, resources),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
  });

  const isOffline = (scopes: readonly string[]) => scopes.includes(OFFLINE_ACCESS);
  const requested = scope.includes("openid") ? decision.claims : undefined;
  const isNarrowedOffline = isOffline(granted.scope) && !isOffline(scope);
  // A token that was traded tells no more of the person than the one that was brought.
  const holder = holderOf(client, isNamedPairwise);
  const told = toldInAccess(call, holder, decision);
  const accessClaims = {
    ...withRoles(call, decision, told, onlyTold(profile, told)),
    // Protocol claims last: neither profile nor roles path can replace them (T-11).
    ...common,
    ...family,
    ...reach(scope, decision.resources),
    jti: randomId(call),
    typ: TOKEN_TYPE.access,
    // Its scope cannot say that the family goes on after a sign-out.
    ...(await sealed(isNarrowedOffline ? undefined : session.sign_in)),
    requested_claims: requested && claimOf({ userinfo: requested.userinfo }),
    cnf,
    exp,
  };
  const refreshExp = Math.min(at + seconds(token.refresh_lifetime), session.session_exp);
  const signRefresh = async () =>
    macRefreshToken(call, {
      ...common,
      ...family,
      ...(await sealed(session.sign_in)),
      ...reach(granted.scope, granted.resources),
      jti: randomId(call),
      typ: TOKEN_TYPE.refresh,
      // RFC 8705 §4, RFC 9449 §5: a confidential client proves itself at every refresh, with whatever key it has by then.
      cnf: client.public ? cnf : undefined,
      exp: refreshExp,
    });
  const [accessToken, newRefresh] = await Promise.all([
    signToken(
      call,
      signingKey(call, accessAlgorithm(call, decision.resources)),
      "at+jwt",
      accessClaims,
    ),
    decision.refresh === "new" && mayRefresh(client) ? signRefresh() : undefined,
  ]);
  let idToken: string | undefined;
  if (scope.includes("openid")) {
    const key = signingKey(call, client.idTokenAlgorithm);
    const toldHere = toldTo(call, holder, scope);
    const sign_in = session.sign_in ?? session.sid;
    const idClaims = {
      ...withRoles(call, decision, toldHere, {
        ...onlyTold(profile, toldHere),
        ...namedClaims(details, subject, requested?.id_token ?? []),
      }),
      ...common,
      sid: decision.pairwise_sub ? session.sid : await signInFor(call, client, sign_in),
      person: (await sealed(sign_in)).person,
      aud: client.id,
      session_exp: session.session_exp,
      typ: TOKEN_TYPE.id,
      at_hash: await accessTokenHash(call, accessToken, key),
      ...(decision.nonce !== undefined && { nonce: decision.nonce }),
      exp,
    };
    idToken = await signToken(call, key, "JWT", idClaims);
  }
  requireUsableLength(call, decision, [accessToken, newRefresh, idToken]);
  noteClientUse(call, client.id);

  const { refresh } = decision;
  return {
    sid: session.sid,
    sign_in: session.sign_in ?? session.sid,
    session_exp: session.session_exp,
    iat: at,
    exp,
    access_token: accessToken,
    bound_to_key: decision.jkt !== undefined,
    id_token: idToken,
    refresh:
      typeof refresh === "object"
        ? { token: refresh.reuse, exp: refresh.exp }
        : newRefresh === undefined
          ? undefined
          : { token: newRefresh, exp: refreshExp },
    scope,
  };
}

/** The answer of the token endpoint (RFC 6749 §5.1). */
export function tokenResponse(minted: MintedTokens): TokenResponse {
  const { iat, exp, access_token, bound_to_key, id_token, refresh, scope } = minted;
  return {
    token_type: bound_to_key ? "DPoP" : "Bearer",
    access_token,
    expires_in: exp - iat,
    ...(refresh && { refresh_token: refresh.token }),
    ...(refresh && refresh.exp > iat && { refresh_expires_in: refresh.exp - iat }),
    ...(scope.length > 0 && { scope: scope.join(" ") }),
    ...(id_token && { id_token }),
  };
}
