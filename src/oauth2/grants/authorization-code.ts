/** RFC 6749 §4.1.3 with RFC 7636 (specification, token rules 3, 9, 10, 12; K-3 to K-6). */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { principalByName } from "../../iam/principals/principal.ts";
import { authenticationOf } from "../../identity.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { durationOf } from "../../std/duration.ts";
import type { Client } from "../../tokens/client.ts";
import { beginSession } from "../../tokens/issue.ts";
import { hasEnded, revokeSession } from "../../tokens/revocation.ts";
import { requireSameKey } from "../key-binding.ts";
import { meetsChallenge } from "../pkce.ts";
import { allowResources } from "../resource.ts";
import { stillAllowed, stillAllowedClaims } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import { parameter, rememberMe, resources } from "./parameters.ts";

type Code = CodePayload<"oauth_code">;
type Redeemed = CodePayload<"redeemed_code">;

/** Codes have 64 characters; other components that share the store write shorter ones. */
const MAX_CODE_LENGTH = 512;
/** A code that is replayed later than this was not stolen on its way through the browser. */
const REPLAY_WATCH_MS = 24 * 3_600_000;
/** O4: no code lives longer, and the note about its use must not end before it. */
const CODE_LIFETIME_MS = 60_000;

const invalidGrant = (message: string) => new AuthError("invalid_grant", message);
const notFound = () => invalidGrant("code not found");

/** A page that is drawn twice, or a retry, sends the same request twice at once. */
const REPEAT_MS = 1_000;

/**
 * K-5: a code that comes a second time has leaked, so the tokens from it are revoked. A replay by
 * another client proves nothing, so it revokes nothing; neither does a repeat at once by the client that has the
 * verifier.
 */
async function revokeReplayed(
  call: Call,
  code: string,
  requester: Client,
  { code_verifier }: Binding,
): Promise<void> {
  const { codes, runtime } = call.service;
  const given = await codes.get("redeemed_code", code);
  if (!given || given.azp !== requester.id) return;
  const isAtOnce = given.at !== undefined && now(call) - given.at < REPEAT_MS;
  const hasVerifier =
    given.code_challenge !== undefined && meetsChallenge(given, code_verifier, runtime);
  if (isAtOnce && hasVerifier) return;
  const { sid, sub, azp } = given;
  await revokeSession(call, given, { ...(sub && { sub }), azp });
  runtime.log.warn("authorization code replayed, its tokens are revoked", { sid, client: azp });
}

/** The code, still in the store; one that is not there may be a replay. */
async function readCode(call: Call, code: string, requester: Client, form: Binding): Promise<Code> {
  if (code.length > MAX_CODE_LENGTH) throw notFound();
  const stored = await call.service.codes.get("oauth_code", code);
  if (stored) return stored;
  await revokeReplayed(call, code, requester, form);
  throw notFound();
}

/**
 * Single use (K-3, P-4): the code is exchanged for the note about what it gives, before any token exists.
 * Of parallel redemptions one wins, and at every moment a replay finds the code or the note. A code that
 * is gone has expired, or was redeemed meanwhile.
 */
async function useCode(
  call: Call,
  code: string,
  given: Redeemed,
  requester: Client,
  form: Binding,
): Promise<void> {
  const left = Math.min(given.session_exp * 1_000 - now(call), REPLAY_WATCH_MS);
  const note = {
    kind: "redeemed_code",
    id: code,
    payload: given,
    lifetime: durationOf(Math.max(left, CODE_LIFETIME_MS)),
  } as const;
  if (await call.service.codes.exchange("oauth_code", code, note)) return;
  await revokeReplayed(call, code, requester, form);
  throw notFound();
}

interface Binding {
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
}

interface TokenRequest {
  readonly remember_me: boolean;
  readonly resource: readonly string[];
}

/** Rule 12: a code without a binding is valid for no client. */
async function requireBindings(
  { service }: Call,
  code: Code,
  requester: Client,
  form: Binding,
): Promise<void> {
  // A code that names an alias was made by another component, without a question (G-1).
  if (code.user_id === undefined && (requester.dynamic || requester.document)) {
    throw invalidGrant("the person was not asked");
  }
  if (code.client_id !== requester.id) throw invalidGrant("code was issued to another client");
  if (!code.redirect_uri || code.redirect_uri !== form.redirect_uri) {
    throw invalidGrant("redirect_uri not match");
  }
  if (requester.public && code.code_challenge === undefined) {
    throw invalidGrant("public clients require PKCE");
  }
  if (!meetsChallenge(code, form.code_verifier, service.runtime)) {
    throw invalidGrant("code verifier not match");
  }
}

/**
 * RFC 8707 §2.2: within what was granted, or within the client's list when nothing was. A client that no
 * administrator knows gets no audience that the person was not shown.
 */
function narrowResources(code: Code, requester: Client, requested: readonly string[]): string[] {
  if (requested.length === 0) return code.resources;
  if (code.resources.length === 0 && requester.dynamic) {
    throw new AuthError("invalid_target", "requested resource not allowed");
  }
  const granted = code.resources.length > 0 ? code.resources : requester.resources;
  return allowResources({ ...requester, resources: granted }, requested);
}

/** By id; codes of other components of an installation name an alias. */
async function requireSubject(
  { snapshot, service }: Call,
  { user_id, alias }: Code,
): Promise<PrincipalRecord> {
  const subject = user_id
    ? await provenPrincipal(service, user_id)
    : principalByName(snapshot, alias);
  if (!subject) throw invalidGrant("user not found");
  return subject;
}

const FEDERATED = { oauth: "oauth_providers", saml: "saml_providers" } as const;

/**
 * Whether the provider behind a code may still sign people in (K-10).
 * @param provider kind and id of its record, `oauth:google`
 */
function isProviderEnabled({ snapshot }: Call, provider: string): boolean {
  const colon = provider.indexOf(":");
  const kind = provider.slice(0, colon);
  if (!Object.hasOwn(FEDERATED, kind)) return false;
  const record = snapshot[FEDERATED[kind as keyof typeof FEDERATED]].get(provider.slice(colon + 1));
  return record?.enabled === true && record.config !== undefined;
}

/** Ours hold what the user saw; other components leave the client's default scope to us (O6). */
function scopeOf(code: Code, requester: Client): string[] {
  const scope = code.user_id ? code.scope : [...new Set([...requester.scope, ...code.scope])];
  return stillAllowed(requester, scope);
}

/** What a code gives to a client; throws what is wrong with it. */
async function openCode(
  call: Call,
  code: Code,
  requester: Client,
  form: Binding & TokenRequest,
  key: string | undefined,
) {
  await requireBindings(call, code, requester, form);
  requireSameKey(code.dpop_jkt, key);
  if (code.provider !== undefined && !isProviderEnabled(call, code.provider)) {
    throw invalidGrant("the sign-in provider is disabled");
  }
  if (code.sign_in !== undefined && (await hasEnded(call, code.sign_in))) {
    throw invalidGrant("the person has signed out");
  }
  const resources = narrowResources(code, requester, form.resource);
  const subject = await requireSubject(call, code);
  const session = beginSession(call, {
    ...{ subject, scope: scopeOf(code, requester) },
    remember_me: code.remember_me ?? form.remember_me,
    ...(code.sid !== undefined && { sid: code.sid }),
    ...(code.sign_in !== undefined && { sign_in: code.sign_in }),
    ...authenticationOf(code),
  });
  return { resources, subject, session };
}

export const authorizationCode = defineGrant({
  type: "authorization_code",
  form: z.object({
    code: parameter,
    redirect_uri: parameter,
    code_verifier: parameter,
    remember_me: rememberMe,
    resource: resources,
  }),
  // A record whose id is a URL may prove a secret, as long as nothing asks for the document at it.
  clientAuth: ({ code_verifier }) =>
    code_verifier === undefined ? "public" : "public-or-document",
  enabled: () => true,
  disabledMessage: "grant type not supported",

  async decide(call, requester, form, key) {
    if (!form.code) throw new AuthError("invalid_request", "code not found");
    // Nothing else proves that a public client is the one that asked (RFC 7636 §4.6).
    if (requester.public && form.code_verifier === undefined) {
      throw invalidGrant("code_verifier is required");
    }
    const code = await readCode(call, form.code, requester, form);
    const opened = openCode(call, code, requester, form, key);
    const { resources, subject, session } = await opened.catch(async (refusal: unknown) => {
      // A failed attempt also uses the code up: there is no second try.
      await call.service.codes.take("oauth_code", form.code ?? "");
      throw refusal;
    });
    const { sid, session_exp } = session;
    const { code_challenge, code_challenge_method } = code;
    const given = {
      ...{ sid, session_exp, sub: subject.id, azp: requester.id, at: now(call) },
      ...(code_challenge !== undefined && { code_challenge, code_challenge_method }),
    };
    await useCode(call, form.code, given, requester, form);
    return {
      subject,
      client: requester,
      scope: scopeOf(code, requester),
      resources,
      refresh: "new",
      session,
      claims: stillAllowedClaims(requester, code.claims),
      ...(code.nonce !== undefined && { nonce: code.nonce }),
    };
  },
});
