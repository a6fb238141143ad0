/** An administrator sends a user the mail with which a forgotten password is replaced (E-3 to E-5, E-8). */
import { type Call, now } from "../../call.ts";
import { putMailedCode } from "../../codes/mailed-code.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { addressOf } from "../../iam/principals/mail-address.ts";
import { requireDelivery } from "../../mail/relay.ts";
import { sendMail } from "../../mail/send.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { numericDate } from "../../std/duration.ts";
import { lookUp } from "../../std/texts/languages.ts";
import { newFamilyId } from "../../tokens/family-id.ts";
import { loginPageLink } from "../clients/login-page-link.ts";
import { requireResetEnabled, resettableUser } from "./request-reset.ts";

const conflict = (detail: string) =>
  new AuthError("conflict", "cannot send a password reset", { detail });

/**
 * Mails a code as `requestReset` does, with a link to the login page. Throws `forbidden` while resets are off, `conflict`
 * for a user whose password is no matter of this service or who has no address, `too_many_requests`, `unavailable`.
 */
export async function sendReset(call: Call, user: PrincipalRecord): Promise<void> {
  requireResetEnabled(call);
  const { service, snapshot } = call;
  const to = await addressOf(user);
  if (to === undefined) throw conflict("no alias of the user is an address");
  if (resettableUser(snapshot, to)?.id !== user.id) {
    throw conflict("the user is disabled, or has no password that is kept here");
  }
  loginPageLink(call, "reset", "");
  requireDelivery(snapshot.settings.email, service.runtime);
  await countRequest(call, "reset", canonicalAlias(to));
  const { code_lifetime: lifetime } = snapshot.settings.signup;
  const { name, locale } = await user.details.open();
  const payload = {
    ...{ user_id: user.id, email: to, client_id: "" },
    ...{ sid: newFamilyId(call), iat: numericDate(now(call)) },
  };
  const mailed = await putMailedCode(service, "password_reset", payload, user.id, lifetime);
  if (!mailed) throw conflict("too many codes wait for this user");
  const values = {
    ...{ code: mailed.typed, link: loginPageLink(call, "reset", mailed.code), lifetime },
    ...{ name: typeof name === "string" ? name : "", user_id: user.id, user_alias: user.alias },
  };
  // The person reads it, and not the administrator who asks for it.
  const language = (typeof locale === "string" && lookUp(locale)) || call.language();
  const mail = { kind: "reset_sent", to, values, language } as const;
  sendMail(service, mail, call.source());
}
