/** `grant_type=email_code`: a code from a mail, typed or from its link (specification, token rule 7). */

import { z } from "zod";
import type { Call } from "../../call.ts";
import { type ReadCode, readMailedCode, takeMailedCode } from "../../codes/mailed-code.ts";
import { completeSignIn } from "../../credentials/second-factor.ts";
import { AuthError } from "../../errors.ts";
import { countedAttempt, noteSignIn } from "../../iam/attempts.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { noteProvenAddress } from "../../iam/principals/proven-address.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { isEnded } from "../../tokens/revocation.ts";
import { requireEmailCodes } from "../email-sign-in/client.ts";
import { EMAIL_SIGN_IN_DISABLED, emailSignInEnabled } from "../email-sign-in/enabled.ts";
import { userByAddress } from "../email-sign-in/user.ts";
import { offerFactorSetup } from "../factor-setup/offer.ts";
import { allowResources } from "../resource.ts";
import { grantScope, stillAllowed } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import {
  levelsOf,
  parameter,
  rememberMe,
  requiredAcr,
  resources,
  scope,
  totp,
} from "./parameters.ts";

const notFound = () => new AuthError("invalid_grant", message("refusal.code_gone"));

/** The user as they are now; undefined when they lost the address, or had every session ended, since the mail. */
async function userBehind(call: Call, { payload }: ReadCode<"email">): Promise<PrincipalRecord> {
  const { user_id, alias, sid, iat } = payload;
  await provenPrincipal(call.service, user_id);
  const addressed = userByAddress(call.service.snapshots.current, alias);
  if (addressed?.user.id !== user_id || isEnded(call, { sub: user_id, sid, iat })) {
    throw new AuthError("invalid_grant", message("refusal.user"));
  }
  return addressed.user;
}

export const emailCode = defineGrant({
  type: "email_code",
  form: z.object({
    code: parameter.meta({ description: "Of a link or typed; also an authorization code" }),
    username: parameter,
    totp,
    require_acr: requiredAcr,
    remember_me: rememberMe,
    scope,
    resource: resources,
  }),
  clientAuth: "confidential",
  enabled: emailSignInEnabled,
  disabledMessage: EMAIL_SIGN_IN_DISABLED,

  async decide(call, requester, form) {
    requireEmailCodes(requester);
    const { code } = form;
    if (!code) throw new AuthError("invalid_request", "code is required");
    const mailed = await countedAttempt(call, "mail_code", undefined, async () => {
      const read = await readMailedCode(call.service, "email", code);
      if (!read || !isFor(read, form.username)) throw notFound();
      return read;
    });
    const { payload } = mailed;
    // It stays usable at the client that asked for it (K-6).
    if (payload.client_id !== requester.id) throw new AuthError("invalid_grant", "client mismatch");
    const subject = await userBehind(call, mailed);
    const decision = {
      subject,
      client: requester,
      scope:
        form.scope === undefined
          ? stillAllowed(requester, payload.scope)
          : grantScope(requester, form.scope),
      resources: allowResources(requester, form.resource),
      refresh: "new",
      proof: "email_code",
      remember_me: form.remember_me,
    } as const;
    // Before the code is used up: without the factor, or with a wrong one, it stays (T-9).
    const { amr, lacking, ...taken } = await completeSignIn(call, subject, {
      ...{ method: "email_code", amr: ["otp"], code: form.totp },
      required: levelsOf(form.require_acr),
    });
    // Where one has to be set up first, the code is used up with that.
    const setup = await offerFactorSetup(call, { ...decision, amr }, lacking, mailed.code);
    // One atomic step decides, on all instances (P-4); a request that is not valid has used nothing up.
    if (!(await takeMailedCode(call.service, "email", mailed.code))) throw notFound();
    await noteSignIn(call, canonicalAlias(payload.alias));
    const proven = await noteProvenAddress(call, subject, payload.alias, "email_code");
    return { ...decision, ...taken, ...setup, subject: proven, amr: [...new Set(amr)] };
  },
});

/** A request that names an address means its code alone. */
const isFor = ({ payload }: ReadCode<"email">, username: string | undefined): boolean =>
  username === undefined || canonicalAlias(username) === canonicalAlias(payload.alias);
