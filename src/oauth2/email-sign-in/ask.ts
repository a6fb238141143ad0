/** `POST {prefix}/oauth2/email`: a mail with a code, and one answer for every address (auth-wire 5.16; E-5, E-6). */
import { type Call, now, toldBy } from "../../call.ts";
import { putMailedCode } from "../../codes/mailed-code.ts";
import { AuthError, withFacts } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import type { Mail } from "../../mail/mail.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { sendPrepared } from "../../mail/send.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { numericDate } from "../../std/duration.ts";
import { mailAddress } from "../../std/email-address.ts";
import { newFamilyId } from "../../tokens/family-id.ts";
import type { RegisteredClient } from "../clients/find.ts";
import { mailLink } from "../clients/mail-link.ts";
import { grantScope } from "../scope.ts";
import { emailClient } from "./client.ts";
import { EMAIL_SIGN_IN_DISABLED, emailSignInEnabled } from "./enabled.ts";
import type { EmailCodeAnswer, EmailCodeRequest } from "./request.ts";
import { userByAddress } from "./user.ts";

function requireAddress(username: string | undefined): string {
  const address = username?.trim().toLowerCase() ?? "";
  if (mailAddress(address) !== undefined) return address;
  throw new AuthError("invalid_request", "username (email) is required");
}

/** Behind the answer; by the settings and users of that moment. */
async function mailFor(
  call: Call,
  client: RegisteredClient,
  address: string,
  scope: readonly string[],
  request: EmailCodeRequest,
): Promise<Mail | undefined> {
  const { service } = call;
  const snapshot = service.snapshots.current;
  const addressed = userByAddress(snapshot, address);
  if (!addressed) return undefined;
  const { user, address: to } = addressed;
  const { code_lifetime: lifetime, magic_link } = snapshot.settings.email;
  const payload = {
    ...{ user_id: user.id, alias: to, client_id: client.id, scope: [...scope] },
    ...{ sid: newFamilyId(call), iat: numericDate(now(call)) },
  };
  // Those of one person at one client.
  const subject = `${user.id} ${client.id}`;
  const mailed = await putMailedCode(service, "email", payload, subject, lifetime);
  if (!mailed) return undefined;
  const link = magic_link ? mailLink(call, client, request, mailed.code) : {};
  const values = {
    ...{ code: mailed.typed, ...link, lifetime, client_id: client.id },
    ...{ user_id: user.id, user_alias: user.alias },
  };
  return { kind: "login", to, values, language: call.language() };
}

/**
 * Throws `unsupported_grant_type` while sign-in by mail is off, `invalid_client`, `unauthorized_client`, `invalid_request`
 * for what is no address, `invalid_scope`, `too_many_requests`, and `unavailable` where no mail can be sent.
 */
export async function askForEmailCode(
  call: Call,
  request: EmailCodeRequest,
): Promise<EmailCodeAnswer> {
  try {
    return await ask(call, request);
  } catch (error) {
    // Behind a request its renderer tells it; a caller in this process has none.
    if (call.internal && error instanceof AuthError) {
      call.service.events.emit({ type: "request.refused", error, ...toldBy(call) });
    }
    throw error;
  }
}

async function ask(call: Call, request: EmailCodeRequest): Promise<EmailCodeAnswer> {
  if (!emailSignInEnabled(call)) {
    throw new AuthError("unsupported_grant_type", EMAIL_SIGN_IN_DISABLED);
  }
  const client = await emailClient(call, request.credentials);
  const address = requireAddress(request.username);
  const { service, snapshot } = call;
  requireDelivery(snapshot.settings.email, service.runtime);
  const scope = grantScope(client, request.scope);
  await countRequest(call, "mail", canonicalAlias(address)).catch((error: unknown) => {
    throw withFacts(error, { client_id: client.id });
  });
  const prepare = () => mailFor(call, client, address, scope, request);
  sendPrepared(service, prepare, call.source());
  return { message: "if there is an account with this address, a mail is on its way" };
}
