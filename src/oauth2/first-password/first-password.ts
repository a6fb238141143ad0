/**
 * A password that an administrator gave for a first sign-in opens no session and gives no token: the person chooses one of
 * their own first (ADR 0086). The right to do so is a ticket for ten minutes, once, for that user and client.
 */
import { type Call, now } from "../../call.ts";
import { AuthError, PasswordChangeRequired } from "../../errors.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { comparePassword } from "../../iam/passwords/password-rule.ts";
import { replaceTemporaryPassword } from "../../iam/passwords/temporary-password.ts";
import { isTemporary, storedHash } from "../../iam/principals/details.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { durationOf, numericDate } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import type { Client } from "../../tokens/client.ts";
import { newFamilyId } from "../../tokens/family-id.ts";
import { isEnded } from "../../tokens/revocation.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import { hashNewPassword, requireNewPassword } from "../signup/fields.ts";
import type { FirstPasswordRequest } from "./request.ts";

const LIFETIME = durationOf(600_000);
const TICKET = /^[0-9a-f]{64}$/;

/**
 * What a grant calls when a password was right. Throws `password_change_required` for one that is to be replaced; only a
 * login page of this process gets the ticket.
 */
export async function requireOwnPassword(
  call: Call,
  user: PrincipalRecord,
  client: Client,
): Promise<void> {
  const details = await user.details.read();
  if (!user.local || !details || !isTemporary(details)) return;
  const message =
    "the password is temporary: the person has to choose another one at the login page";
  if (!call.internal) throw new PasswordChangeRequired(message);
  const { codes, runtime } = call.service;
  const ticket = encodeHex(runtime.random(32));
  const payload = {
    ...{ user_id: user.id, client_id: client.id },
    ...{ sid: newFamilyId(call), iat: numericDate(now(call)) },
  };
  await codes.put("password_setup", ticket, payload, LIFETIME);
  throw new PasswordChangeRequired(message, ticket);
}

const unauthenticated = () =>
  new AuthError("unauthenticated", "the sign-in took too long: begin again");

async function userOf(call: Call, ticket: string, client_id: string): Promise<PrincipalRecord> {
  const { codes } = call.service;
  const payload = TICKET.test(ticket) ? await codes.get("password_setup", ticket) : undefined;
  if (!payload || payload.client_id !== client_id) throw unauthenticated();
  const { user_id: sub, sid, iat } = payload;
  const user = await provenPrincipal(call.service, sub);
  if (!user || user.disabled || isEnded(call, { sub, sid, iat }, client_id))
    throw unauthenticated();
  return user;
}

/**
 * Replaces a temporary password by the person's own and ends every session. A password that is refused leaves the ticket
 * as it is. Throws `invalid_client`, `invalid_request`, and 401 when the right is over. Answers the username.
 */
export async function chooseFirstPassword(
  call: Call,
  { client_id, client_secret, ticket, password: sent }: FirstPasswordRequest,
): Promise<{ readonly username: string }> {
  const credentials = { authorization: undefined, client_id, client_secret };
  const proof = { client_assertion: undefined, client_assertion_type: undefined };
  const client = await authenticateClient(call, { ...credentials, ...proof }, "confidential");
  const password = requireNewPassword(call, sent);
  const user = await userOf(call, ticket, client.id);
  const { service } = call;
  const { passwords } = service.runtime;
  const details = await user.details.open();
  const given = storedHash(details.password);
  await service.hashing.run(call.source() ?? "", call.signal(), async () => {
    if (given && (await comparePassword(passwords, password, given, true)).matches) {
      throw new AuthError("invalid_request", "password must be another one than the temporary one");
    }
  });
  const { name, email } = details;
  const words = [...user.alias, name, email].filter((word) => typeof word === "string");
  const hash = await hashNewPassword(call, password, words);
  // One atomic step decides, on all instances (P-4).
  if (!(await service.codes.take("password_setup", ticket))) throw unauthenticated();
  if (!(await replaceTemporaryPassword(call, user.id, hash))) throw unauthenticated();
  return { username: user.alias[0] ?? user.id };
}
