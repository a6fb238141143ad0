/** A second factor is set up as part of a sign-in, which goes on with it: by an authenticator app or a passkey. */

import type { Call } from "../../call.ts";
import { takeMailedCode } from "../../codes/mailed-code.ts";
import { regenerateRecoveryCodes, setUpTotp } from "../../credentials/totp/enroll.ts";
import { totpUrl } from "../../crypto/totp.ts";
import { AuthError, type FactorSetup } from "../../errors.ts";
import { noteSignIn } from "../../iam/attempts.ts";
import {
  beginRegistration,
  finishRegistration,
  type RegistrationBegin,
  type RegistrationFinish,
} from "../../iam/passkeys/register.ts";
import { message } from "../../messages/message.ts";
import type { Client } from "../../tokens/client.ts";
import type { TokenResponse } from "../../tokens/token-response.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import { type ProvenDecision, signInTokens } from "../sign-in-tokens.ts";
import type { FactorSetupAnswer, FactorSetupRequest } from "./request.ts";
import { accountName, readTicket, type Ticket, useTicket } from "./ticket.ts";

async function open(call: Call, request: FactorSetupRequest) {
  const { client_id, client_secret, ticket } = request;
  const credentials = { authorization: undefined, client_id, client_secret };
  const proof = { client_assertion: undefined, client_assertion_type: undefined };
  const client = await authenticateClient(call, { ...credentials, ...proof }, "confidential");
  return { client, ticket: await readTicket(call, ticket, client.id) };
}

/** What the page shows again. Throws `invalid_grant` when the right is over. */
export async function showFactorSetup(
  call: Call,
  request: FactorSetupRequest,
): Promise<FactorSetup> {
  const { ticket } = await open(call, request);
  const { totp, passkey } = call.snapshot.settings;
  const { secret } = ticket.sealed;
  const account = accountName(ticket.user);
  return {
    ...{ ticket: ticket.id, account, passkey: !passkey.disabled },
    ...(!totp.disabled && { totp: { secret, url: totpUrl(secret, totp.issuer, account) } }),
  };
}

/** Of parallel finishes one goes on; a first factor that is a code of a mail counts once, too. */
async function use(call: Call, ticket: Ticket): Promise<void> {
  await useTicket(call, ticket);
  const { mailed } = ticket.sealed;
  if (mailed === undefined || (await takeMailedCode(call.service, "email", mailed))) return;
  throw new AuthError("invalid_grant", message("refusal.code_gone"));
}

async function signIn(
  call: Call,
  client: Client,
  { payload, user }: Ticket,
  second: readonly string[],
): Promise<TokenResponse> {
  const amr = [...new Set([...payload.amr, ...second])];
  const decision: ProvenDecision = {
    ...{ subject: user, client, amr },
    ...{ scope: payload.scope, resources: payload.resources, remember_me: payload.remember_me },
    ...{ refresh: "new", proof: payload.proof },
  };
  const tokens = await signInTokens(call, decision);
  await noteSignIn(call, user.id);
  return tokens;
}

/**
 * The first code of the app. Throws `invalid_request` for a wrong one, after which the right is still there,
 * `too_many_requests`, and `invalid_grant`.
 */
export async function setUpAppAtSignIn(
  call: Call,
  request: FactorSetupRequest,
  code: string,
): Promise<FactorSetupAnswer> {
  const { client, ticket } = await open(call, request);
  if (call.snapshot.settings.totp.disabled) throw new AuthError("forbidden", "totp is disabled");
  const { user, sealed } = ticket;
  const typed = code.replace(/\s/g, "");
  const actor = accountName(user);
  const recovery_codes = await setUpTotp(call, user, sealed.secret, typed, actor, () =>
    use(call, ticket),
  );
  const tokens = await signIn(call, client, ticket, ["otp", "mfa"]);
  return { tokens, first: ticket.payload.proof, recovery_codes };
}

/** Options for the browser: the device has to check the person, since the passkey is to count as the second factor. */
export async function beginPasskeyAtSignIn(
  call: Call,
  request: FactorSetupRequest,
): Promise<RegistrationBegin> {
  const { ticket } = await open(call, request);
  if (call.snapshot.settings.passkey.disabled) {
    throw new AuthError("passkey_unavailable", "passkey is disabled");
  }
  return beginRegistration(call, ticket.user, "required");
}

/** `mfa` and no more: a registration proves no key (ADR 0047). */
export async function finishPasskeyAtSignIn(
  call: Call,
  request: FactorSetupRequest,
  registration: RegistrationFinish,
): Promise<FactorSetupAnswer> {
  const { client, ticket } = await open(call, request);
  const { user } = ticket;
  const actor = accountName(user);
  await finishRegistration(call, user, registration, actor, () => use(call, ticket));
  // As with an app: a device that is lost would shut the person out.
  const recovery_codes = await regenerateRecoveryCodes(call, user, actor);
  const tokens = await signIn(call, client, ticket, ["user", "mfa"]);
  return { tokens, first: ticket.payload.proof, recovery_codes };
}
