/**
 * A person changes the address of their account: a code goes to the new one, and the old one is told (E-3, E-5, E-6,
 * decision E-12).
 */
import { type Call, now } from "../../call.ts";
import { putMailedCode, readMailedCode, takeMailedCode } from "../../codes/mailed-code.ts";
import { countedAttempt, countRequest } from "../../iam/attempts.ts";
import {
  type OwnAccount,
  replaceOwnAddress,
  requireSelfService,
} from "../../iam/principals/own-account.ts";
import { principalByAlias } from "../../iam/principals/principal.ts";
import type { Mail } from "../../mail/mail.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { sendPrepared } from "../../mail/send.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { numericDate } from "../../std/duration.ts";
import { newFamilyId } from "../../tokens/family-id.ts";
import { isEnded } from "../../tokens/revocation.ts";
import { codeNotFound } from "./code-not-found.ts";
import { requireAddress, requireCode } from "./fields.ts";

/** Behind the answer, which is the same for every address: one that another account has gets no mail. */
async function mailFor(
  call: Call,
  { id, alias }: PrincipalRecord,
  address: string,
): Promise<Mail | undefined> {
  const { service } = call;
  const { snapshots } = service;
  const holder = principalByAlias(snapshots.current, address);
  if ((holder && holder.id !== id) || snapshots.current.oauth_clients.has(address))
    return undefined;
  const { code_lifetime: lifetime } = snapshots.current.settings.signup;
  const payload = {
    ...{ user_id: id, address },
    ...{ sid: newFamilyId(call), iat: numericDate(now(call)) },
  };
  const mailed = await putMailedCode(service, "address_change", payload, id, lifetime);
  if (!mailed) return undefined;
  const values = { code: mailed.typed, lifetime, user_id: id, user_alias: alias };
  return { kind: "address_change", to: address, values, language: call.language() };
}

/** Throws what `requireSelfService` throws, `invalid_request`, `too_many_requests` and `unavailable`. */
export async function askForAddress(own: OwnAccount, email: string | undefined): Promise<void> {
  requireSelfService(own, "address");
  const { call, user } = own;
  const address = requireAddress(email);
  requireDelivery(call.snapshot.settings.email, call.service.runtime);
  await countRequest(call, "mail", address);
  sendPrepared(call.service, () => mailFor(call, user, address), call.source());
}

/** Throws what `requireSelfService` throws, `invalid_request`, 401 for the code, `conflict` for an address that is taken by now, `too_many_requests`. */
export async function confirmAddress(own: OwnAccount, sent: string | undefined): Promise<void> {
  requireSelfService(own, "address");
  const {
    call,
    user: { id },
    actor,
  } = own;
  const code = requireCode(sent);
  const { service } = call;
  const mailed = await countedAttempt(call, "mail_code", id, async () => {
    const found = await readMailedCode(service, "address_change", code);
    // The code of another person's mail confirms nothing here, and stays theirs.
    if (!found || found.payload.user_id !== id) throw codeNotFound();
    const { sid, iat } = found.payload;
    if (isEnded(call, { sub: id, sid, iat })) throw codeNotFound();
    return found;
  });
  if (!(await takeMailedCode(service, "address_change", mailed.code))) throw codeNotFound();
  await replaceOwnAddress(call, id, mailed.payload.address, actor);
}
