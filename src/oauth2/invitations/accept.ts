/** Accepting an invitation with the code of its mail (ADR 0086; E-1, E-3, E-6, P-4). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { type Acceptance, makeInvited } from "../../iam/invitations/accept.ts";
import { findInvitation } from "../../iam/invitations/invitations.ts";
import { readInvitedAccount } from "../../iam/invitations/ways-of-people.ts";
import { countBegin } from "../../iam/passkeys/ceremony.ts";
import {
  beginCeremony,
  proveRegistration,
  type RegistrationBegin,
  takeRegistration,
} from "../../iam/passkeys/register.ts";
import { relyingPartyOf } from "../../iam/passkeys/relying-party.ts";
import { ownersOf } from "../../snapshot/alias-owners.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { ulid } from "../../std/ulid.ts";
import { reachable } from "../../store/availability.ts";
import { signInNewAccount } from "../new-account.ts";
import { codeNotFound } from "../signup/code-not-found.ts";
import { hashNewPassword, readName, requireCode, requireNewPassword } from "../signup/fields.ts";
import type {
  AcceptedInvitation,
  AcceptPasskeyRequest,
  AcceptRequest,
  NeedlessInvitation,
  OpenInvitation,
} from "./request.ts";
import { landingOf } from "./target.ts";

/**
 * Without using it up, so that programs that open links do no harm. The page says before a password is chosen what is in the
 * way: the address has an account that opens by now, or, undefined, the invitation cannot be accepted at all.
 */
export async function readInvitation(
  call: Call,
  code: string,
): Promise<OpenInvitation | NeedlessInvitation | undefined> {
  const { service, snapshot } = call;
  const found = await findInvitation(service, code);
  if (!found) return undefined;
  const { address, name, user_id } = found;
  if (user_id === null) {
    const isTaken = ownersOf(snapshot.aliases, canonicalAlias(address)).length > 0;
    return isTaken ? { isOpen: false } : { isOpen: true, address, name, isAccount: false };
  }
  const { db } = service.store;
  const { state } = await reachable(() => readInvitedAccount(service, db, user_id, address));
  if (state === "openable") return { isOpen: true, address, name, isAccount: true };
  return state === "opened" ? { isOpen: false } : undefined;
}

/**
 * Makes the account. Throws `invalid_request`, 401 for the code, `conflict` for an address that has an account by now,
 * `too_many_requests`.
 */
export async function acceptInvitation(
  call: Call,
  request: AcceptRequest,
): Promise<AcceptedInvitation> {
  const code = requireCode(request.code);
  const password = requireNewPassword(call, request.password);
  const invited = await countedInvitation(call, code);
  const name = readName(request.name || invited.name, invited.address);
  const password_hash = await hashNewPassword(call, password, [invited.address, name]);
  return (await make(call, { code, name, password_hash })).answer;
}

const countedInvitation = (call: Call, code: string) =>
  countedAttempt(call, "mail_code", undefined, async () => {
    const found = await findInvitation(call.service, code);
    if (!found) throw codeNotFound();
    return found;
  });

async function make(call: Call, acceptance: Acceptance) {
  const accepted = await makeInvited(call, acceptance);
  if (!accepted) throw codeNotFound();
  const { user_id, address, client_id, redirect_uri } = accepted;
  const landing = await landingOf(call, client_id, redirect_uri);
  return { user_id, answer: { address, landing } };
}

function requirePasskeys({ snapshot }: Call): void {
  if (snapshot.settings.passkey.disabled) {
    throw new AuthError("passkey_unavailable", "passkey is disabled");
  }
}

/**
 * Options for the browser: the account is to begin with a passkey, and has no password. Throws 401 for the code,
 * `too_many_requests`, `passkey_unavailable`.
 */
export async function beginInvitedPasskey(
  call: Call,
  sent: string | undefined,
): Promise<RegistrationBegin> {
  requirePasskeys(call);
  const invited = await countedInvitation(call, requireCode(sent));
  await countBegin(call, invited.id);
  const { clock, random } = call.service.runtime;
  const { address: name, name: displayName } = invited;
  return beginCeremony(call, await relyingPartyOf(call), {
    user: {
      id: invited.user_id ?? ulid(clock.now(), random),
      name,
      displayName: displayName || name,
    },
    ...{ present: [], verification: "required", invitation: invited.id },
  });
}

/** Makes the account with the passkey of this very invitation, in one write, and signs in. Throws as `acceptInvitation` does. */
export async function acceptWithPasskey(
  call: Call,
  { code: sent, name: typed, passkey, client }: AcceptPasskeyRequest,
): Promise<AcceptedInvitation> {
  requirePasskeys(call);
  const code = requireCode(sent);
  const invited = await countedInvitation(call, code);
  const name = readName(typed || invited.name, invited.address);
  const begun = await takeRegistration(call, passkey.session_id);
  if (begun.invitation !== invited.id) throw codeNotFound();
  const proven = await proveRegistration(call, begun, passkey, true);
  const { user_id, answer } = await make(call, { code, name, passkey: proven });
  return { ...answer, tokens: await signInNewAccount(call, user_id, client, "passkey") };
}
