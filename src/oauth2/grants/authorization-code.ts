/** RFC 6749 §4.1.3 with RFC 7636 (specification, token rules 3, 9, 10, 12; K-3 to K-6). */
import { z } from "@hono/zod-openapi";
import { type Call, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { principalByName } from "../../iam/principal.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { type Duration, durationOf, type NumericDate } from "../../std/duration.ts";
import type { Client } from "../../tokens/client.ts";
import type { TokenSession } from "../../tokens/decision.ts";
import { beginSession } from "../../tokens/issue.ts";
import { revokeSession } from "../../tokens/revocation.ts";
import { meetsChallenge } from "../pkce.ts";
import { allowResources } from "../resource.ts";
import { stillAllowed } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import { parameter, rememberMe, resources } from "./parameters.ts";

type Code = CodePayload<"oauth_code">;
type Redeemed = CodePayload<"redeemed_code">;
type Given = Extract<Redeemed, { sid: string }>;

/** Codes of ours have 64 characters; nothing longer was ever issued by anybody. */
const LONGEST_CODE = 512;
/** A code that is replayed later than this was not stolen on its way through the browser. */
const REPLAY_WATCH = 24 * 3_600_000;
/** A redemption that takes longer than this was given up by its client. */
const REPLAY_NOTE = durationOf(60_000);

const refused = (message: string) => new AuthError("invalid_grant", message);

async function revokeGiven(call: Call, given: Given): Promise<void> {
  const { sid, sub, azp } = given;
  await revokeSession(call, given, { ...(sub && { sub }), ...(azp && { azp }) });
  call.service.runtime.log.warn("authorization code replayed, its tokens are revoked", {
    sid,
    client: azp,
  });
}

/** Whether the entry about a redeemed code is this one: of two at once the store keeps the first. */
async function writeFirst(
  call: Call,
  code: string,
  entry: Redeemed,
  lifetime: Duration,
): Promise<boolean> {
  try {
    await call.service.codes.put("redeemed_code", code, entry, lifetime);
    return true;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    return false;
  }
}

/**
 * K-5: a code that comes a second time was seen by somebody else, so what it gave is revoked. When
 * nothing is known of it, it may be on its way: then whoever redeems it finds the note.
 */
async function revokeReplayed(call: Call, code: string): Promise<void> {
  const { codes } = call.service;
  let given = await codes.get("redeemed_code", code);
  if (!given) {
    if (await writeFirst(call, code, { replayed: true }, REPLAY_NOTE)) return;
    given = await codes.get("redeemed_code", code);
  }
  if (!given || "replayed" in given) return;
  await revokeGiven(call, given);
  await codes.take("redeemed_code", code);
}

async function takeCode(call: Call, code: string): Promise<Code> {
  const taken =
    code.length <= LONGEST_CODE ? await call.service.codes.take("oauth_code", code) : undefined;
  if (taken) return taken;
  if (code.length <= LONGEST_CODE) await revokeReplayed(call, code);
  throw refused("code not found");
}

interface Binding {
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
}

/** Rule 12: a code without a binding belongs to nobody. */
async function requireBindings(code: Code, requester: Client, form: Binding): Promise<void> {
  if (code.client_id !== requester.id) throw refused("code was issued to another client");
  if (!code.redirect_uri || code.redirect_uri !== form.redirect_uri) {
    throw refused("redirect_uri not match");
  }
  if (requester.public && code.code_challenge === undefined) {
    throw refused("public clients require PKCE");
  }
  if (!(await meetsChallenge(code, form.code_verifier))) throw refused("code verifier not match");
}

/** RFC 8707 §2.2: within what was granted, or within the client's list when nothing was. */
function narrowResources(code: Code, requester: Client, requested: readonly string[]): string[] {
  if (requested.length === 0) return code.resources;
  const granted = code.resources.length > 0 ? code.resources : requester.resources;
  return allowResources({ ...requester, resources: granted }, requested);
}

/** By id; codes of other components of an installation name an alias. */
function requireSubject(call: Call, { user_id, alias }: Code): PrincipalRecord {
  const subject = user_id
    ? call.snapshot.principals.get(user_id)
    : principalByName(call.snapshot, alias);
  if (!subject) throw refused("user not found");
  return subject;
}

/** Ours hold what the user saw; other components leave the client's default scope to us (O6). */
function scopeOf(code: Code, requester: Client): string[] {
  const scope = code.user_id ? code.scope : [...new Set([...requester.scope, ...code.scope])];
  return stillAllowed(requester, scope);
}

/**
 * Written before any token exists, so that no token is beyond the reach of a replay; one that was
 * faster ends the family before it begins.
 */
async function watchForReplay(
  call: Call,
  code: string,
  { sid, session_exp }: TokenSession,
  about: { readonly sub: string; readonly azp: string },
): Promise<void> {
  const left = Math.min(session_exp * 1_000 - now(call), REPLAY_WATCH);
  if (left <= 0) return;
  const given = { sid, session_exp, ...about };
  if (!(await writeFirst(call, code, given, durationOf(left)))) await revokeGiven(call, given);
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
  // Without a verifier nothing but its secret proves that the client is the one that asked.
  strength: ({ code_verifier }) => (code_verifier === undefined ? "confidential" : "any"),
  enabled: () => true,
  disabledMessage: "grant type not supported",

  async decide(call, requester, form) {
    if (!form.code) throw new AuthError("invalid_request", "code not found");
    const code = await takeCode(call, form.code);
    await requireBindings(code, requester, form);
    const audiences = narrowResources(code, requester, form.resource);
    const subject = requireSubject(call, code);
    const session = beginSession(call, {
      remember_me: code.remember_me ?? form.remember_me,
      ...(code.sid !== undefined && { sid: code.sid }),
      ...(code.auth_time !== undefined && { auth_time: code.auth_time as NumericDate }),
    });
    await watchForReplay(call, form.code, session, { sub: subject.id, azp: requester.id });
    return {
      subject,
      client: requester,
      scope: scopeOf(code, requester),
      resources: audiences,
      refresh: "new",
      session,
      ...(code.nonce !== undefined && { nonce: code.nonce }),
    };
  },
});
