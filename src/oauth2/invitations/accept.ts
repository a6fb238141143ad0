/** Accepting an invitation with the code of its mail (ADR 0086; E-1, E-3, E-6, P-4). */
import type { Call } from "../../call.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { makeInvited } from "../../iam/invitations/accept.ts";
import { findInvitation } from "../../iam/invitations/invitations.ts";
import { codeNotFound } from "../signup/code-not-found.ts";
import { hashNewPassword, readName, requireCode, requireNewPassword } from "../signup/fields.ts";
import type { AcceptedInvitation, AcceptRequest, OpenInvitation } from "./request.ts";
import { landingOf } from "./target.ts";

/** Without using it up, so that programs that open links do no harm. Undefined for one that cannot be accepted. */
export async function readInvitation(
  call: Call,
  code: string,
): Promise<OpenInvitation | undefined> {
  const found = await findInvitation(call.service, code);
  return found && { address: found.address, name: found.name };
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
  const { service } = call;
  const invited = await countedAttempt(call, "mail_code", undefined, async () => {
    const found = await findInvitation(service, code);
    if (!found) throw codeNotFound();
    return found;
  });
  const name = readName(request.name || invited.name, invited.address);
  const password_hash = await hashNewPassword(call, password, [invited.address, name]);
  const accepted = await makeInvited(service, { code, name, password_hash });
  if (!accepted) throw codeNotFound();
  const { address, client_id, redirect_uri } = accepted;
  return { address, landing: await landingOf(call, client_id, redirect_uri) };
}
