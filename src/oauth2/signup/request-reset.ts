/** `POST {prefix}/oauth2/password-reset`: one answer for every address (auth-wire 5.16; E-5, E-6, E-8). */
import { type Call, now } from "../../call.ts";
import { putMailedCode } from "../../codes/mailed-code.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { aliasNamed, principalByName } from "../../iam/principals/principal.ts";
import type { Mail } from "../../mail/mail.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { sendPrepared } from "../../mail/send.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { numericDate } from "../../std/duration.ts";
import { newFamilyId } from "../../tokens/family-id.ts";
import type { RegisteredClient } from "../clients/find.ts";
import { mailLink } from "../clients/mail-link.ts";
import { storedBegun } from "./begun.ts";
import { requireSignupClient } from "./client.ts";
import { requireAddress } from "./fields.ts";
import type { AccountAnswer, AccountRequest } from "./request.ts";

export function requireResetEnabled({ snapshot }: Call): void {
  if (snapshot.settings.signup.password_reset) return;
  throw new AuthError("forbidden", "password reset is disabled");
}

/** The enabled local user with this address as an alias: no other password is replaced by a code. */
export function resettableUser(snapshot: Snapshot, email: string): PrincipalRecord | undefined {
  const user = principalByName(snapshot, email);
  return user?.local && !user.disabled && !user.service_account ? user : undefined;
}

/** Behind the answer. The mail goes to the address as it is stored (E-5). */
async function mailFor(
  call: Call,
  client: RegisteredClient,
  email: string,
  request: AccountRequest,
): Promise<Mail | undefined> {
  const { service, snapshot } = call;
  const user = resettableUser(snapshot, email);
  const to = user && aliasNamed(user, email);
  if (!user || to === undefined) return undefined;
  const { code_lifetime: lifetime } = snapshot.settings.signup;
  const { name } = await user.details.open();
  const payload = {
    user_id: user.id,
    email: to,
    client_id: client.id,
    sid: newFamilyId(call),
    iat: numericDate(now(call)),
    ...storedBegun(request),
  };
  const mailed = await putMailedCode(service, "password_reset", payload, user.id, lifetime);
  if (!mailed) return undefined;
  const link = mailLink(call, client, request, mailed.code);
  const values = {
    ...{ code: mailed.typed, ...link, lifetime, client_id: client.id },
    ...{ name: typeof name === "string" ? name : "", user_id: user.id, user_alias: user.alias },
  };
  return { kind: "reset", to, values, language: call.language() };
}

/** Throws `forbidden`, `invalid_client`, `invalid_request`, `too_many_requests` and `unavailable`. */
export async function requestReset(call: Call, request: AccountRequest): Promise<AccountAnswer> {
  requireResetEnabled(call);
  const client = await requireSignupClient(call, request.credentials);
  const email = requireAddress(request.email);
  requireDelivery(call.snapshot.settings.email, call.service.runtime);
  await countRequest(call, "reset", email);
  sendPrepared(call.service, () => mailFor(call, client, email, request), call.source());
  return { message: "if there is an account with this address, a mail is on its way" };
}
