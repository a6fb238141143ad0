/** Sign-in with a passkey in two steps (specification, Passkeys; auth-wire 5.15; WebAuthn §7.2; F-4, F-5, F-6). */

import type { Call } from "../call.ts";
import { AuthError, withFacts } from "../errors.ts";
import { provenPrincipal } from "../iam/heard-of.ts";
import { countBegin, newCeremony, SESSION_LIFETIME, TIMEOUT_MS } from "../iam/passkeys/ceremony.ts";
import { readAssertion } from "../iam/passkeys/credential-json.ts";
import {
  descriptorOf,
  factsOf,
  findPasskey,
  notePasskeyUse,
  usablePasskeys,
} from "../iam/passkeys/records.ts";
import { belongsTo, type RelyingParty, relyingPartyOf } from "../iam/passkeys/relying-party.ts";
import { userHandleOf } from "../iam/passkeys/user-handle.ts";
import { verifyAssertion } from "../iam/passkeys/verify.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import { type Message, message } from "../messages/message.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import type { PasskeyBegin } from "./passkey-begin.ts";
import { standInFor } from "./passkey-stand-in.ts";

/** Who signed in, and how (RFC 8176). */
export interface PasskeySignIn {
  readonly subject: PrincipalRecord;
  readonly amr: readonly string[];
}

const MAX_USERNAME_LENGTH = 1_000;

const invalidGrant = (said: string | Message) =>
  new AuthError("invalid_grant", said, { status: 401 });

/**
 * The passkeys that a username may sign in with. One that has none, or that does not exist, is shown one that
 * does not exist, always the same, so that the answer tells nothing (F-6).
 */
async function allowed(call: Call, rp: RelyingParty, username: string) {
  const user = principalByAlias(call.snapshot, username);
  // Asked for in both cases, so that both take as long.
  const rows = await usablePasskeys(call, user?.id ?? "", rp);
  const name = canonicalAlias(username);
  const standIn = await standInFor(call, rp.id, name);
  return { user, list: rows.length > 0 ? rows.map(descriptorOf) : [standIn] };
}

/** Begins for a username, or without one for whatever passkey the person chooses. */
export async function beginPasskeyLogin(
  call: Call,
  client_id: string,
  username: string,
): Promise<PasskeyBegin> {
  if (username.length > MAX_USERNAME_LENGTH) {
    throw new AuthError("invalid_request", "username is too long");
  }
  await countBegin(call);
  const rp = await relyingPartyOf(call);
  const named = username === "" ? undefined : await allowed(call, rp, username);
  const { challenge, session_id } = newCeremony(call);
  const { user_verification } = rp;
  const payload = {
    ...{ challenge, rp_id: rp.id, client_id, user_verification },
    named: named !== undefined,
    ...(named?.user && { user_id: named.user.id }),
  };
  await call.service.codes.put("passkey_login", session_id, payload, SESSION_LIFETIME);
  return {
    session_id,
    options: {
      challenge,
      timeout: TIMEOUT_MS,
      rpId: rp.id,
      ...(named && { allowCredentials: named.list }),
      userVerification: user_verification,
    },
  };
}

/** A passkey is one factor in the hand; with user verification the device has checked a second one. */
const methodsOf = (verified: boolean, synced: boolean): readonly string[] => [
  synced ? "swk" : "hwk",
  "user",
  ...(verified ? ["mfa"] : []),
];

/** The user who signs in. The session is used up whatever comes of it. Throws the refusals of auth-wire 5.15. */
export async function finishPasskeyLogin(
  call: Call,
  client_id: string,
  session_id: string,
  assertion: unknown,
): Promise<PasskeySignIn> {
  const begun = await call.service.codes.take("passkey_login", session_id);
  if (!begun || begun.client_id !== client_id) {
    throw invalidGrant("passkey session not found or expired");
  }
  const rp = await relyingPartyOf(call);
  if (rp.id !== begun.rp_id) {
    throw invalidGrant("passkey session relying party does not match request");
  }
  const sent = readAssertion(assertion);
  const row = await findPasskey(call.service, sent.id);
  if (!row || !belongsTo(rp, row.rp_id) || (begun.named && begun.user_id !== row.user_id)) {
    throw invalidGrant("credential not found");
  }
  const { userHandle } = sent.response;
  // Without a username only the handle says whom the authenticator means.
  const { backup_eligible, handle_of = row.user_id } = factsOf(row);
  if (userHandle === undefined ? !begun.named : userHandle !== userHandleOf(handle_of)) {
    throw invalidGrant("the user handle is another one");
  }
  const { id, public_key, sign_count } = row;
  const proof = await verifyAssertion(
    sent,
    {
      challenge: begun.challenge,
      origins: rp.origins,
      rp_id: rp.id,
      requiresVerification: begun.user_verification === "required",
    },
    { id, public_key, sign_count, backup_eligible },
  ).catch((error: unknown) => {
    throw withFacts(error, { account: row.user_id });
  });
  // Noted also when the user is refused now: the authenticator has counted on.
  if (!(await notePasskeyUse(call, id, proof))) throw invalidGrant("the counter did not grow");
  const subject = await provenPrincipal(call.service, row.user_id);
  if (!subject || subject.disabled || subject.service_account)
    throw invalidGrant(message("refusal.user"));
  await call.service.attempts.note({ account: subject.id, network: call.source() });
  return { subject, amr: methodsOf(proof.user_verified, backup_eligible) };
}
