/** `POST {prefix}/oauth2/password-reset/confirm`: the mailed code and a new password (E-1, E-3, E-8, W15). */
import type { Call } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import {
  type ReadCode,
  readMailedCode,
  readMailedLink,
  takeMailedCode,
} from "../../codes/mailed-code.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { resetPassword } from "../../iam/passwords/reset-password.ts";
import { isEnded } from "../../tokens/revocation.ts";
import { isHere } from "./begun.ts";
import { codeNotFound } from "./code-not-found.ts";
import { hashNewPassword, requireCode, requireNewPassword } from "./fields.ts";
import type {
  AccountAnswer,
  AccountRequest,
  ConfirmedReset,
  OpenReset,
  ResetRequest,
} from "./request.ts";
import { requireResetEnabled, resettableUser } from "./request-reset.ts";

/**
 * The user whose password the code replaces, as they are now: one who was disabled, changed their address
 * or had every session ended since the mail is none.
 */
async function userBehind(call: Call, code: string): Promise<ReadCode<"password_reset">> {
  const mailed = await readMailedCode(call.service, "password_reset", code);
  if (!mailed) throw codeNotFound();
  const { user_id, email, sid, iat } = mailed.payload;
  await provenPrincipal(call.service, user_id);
  const isTheirs = resettableUser(call.service.snapshots.current, email)?.id === user_id;
  if (!isTheirs || isEnded(call, { sub: user_id, sid, iat })) throw codeNotFound();
  return mailed;
}

const namesOf = ({ snapshot }: Call, id: string): readonly string[] =>
  snapshot.principals.get(id)?.alias ?? [];

/**
 * The code is used up when the new hash is there: a password that is refused, and a line that is too long,
 * leave it as it is.
 */
async function replace(
  call: Call,
  request: Pick<AccountRequest, "code" | "password">,
): Promise<CodePayload<"password_reset">> {
  requireResetEnabled(call);
  const code = requireCode(request.code);
  const password = requireNewPassword(call, request.password);
  const { service } = call;
  const found = await countedAttempt(call, "mail_code", undefined, () => userBehind(call, code));
  const { user_id, email } = found.payload;
  const hash = await hashNewPassword(call, password, [email, ...namesOf(call, user_id)]);
  // One atomic step decides, on all instances (P-4).
  if (!(await takeMailedCode(service, "password_reset", found.code))) throw codeNotFound();
  if (!(await resetPassword(call, user_id, hash, email))) throw codeNotFound();
  return found.payload;
}

/** Throws `forbidden`, `invalid_request`, 401 for the code, `too_many_requests`. */
export async function confirmReset(call: Call, request: AccountRequest): Promise<AccountAnswer> {
  await replace(call, request);
  return { message: "password updated" };
}

/** The same at a login page of this process, which knows its browser. */
export async function resetAtLogin(call: Call, request: ResetRequest): Promise<ConfirmedReset> {
  const payload = await replace(call, request);
  return { address: payload.email, here: isHere(payload, request.browser) };
}

/** What the code of a link knows of where the person was going, without using it up; undefined for one that is not accepted. */
export async function readReset(
  { service }: Call,
  code: string,
  browser: string | undefined,
): Promise<OpenReset | undefined> {
  const payload = (await readMailedLink(service, "password_reset", code))?.payload;
  return payload && { here: isHere(payload, browser), search: payload.begun?.search };
}
