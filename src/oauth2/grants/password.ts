/** RFC 6749 §4.3, for first-party logins. Confidential clients only (K-18). */
import { z } from "zod";
import { ofAccount } from "../../credentials/of-account.ts";
import { authenticatePassword } from "../../credentials/password.ts";
import { completeSignIn } from "../../credentials/second-factor.ts";
import { AuthError } from "../../errors.ts";
import { offerFactorSetup } from "../factor-setup/offer.ts";
import { requireOwnPassword } from "../first-password/first-password.ts";
import { allowResources } from "../resource.ts";
import { grantScope } from "../scope.ts";
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

export const password = defineGrant({
  type: "password",
  form: z.object({
    username: parameter,
    password: parameter,
    totp,
    require_acr: requiredAcr,
    remember_me: rememberMe,
    scope,
    resource: resources,
  }),
  clientAuth: "confidential",
  enabled: (call) => !call.snapshot.settings.password.disabled,
  disabledMessage: "password login is disabled",

  async decide(call, requester, form) {
    if (requester.dynamic) {
      throw new AuthError("unauthorized_client", "the client may not use this grant type");
    }
    const username = form.username?.trim();
    if (!username || !form.password) {
      throw new AuthError("invalid_request", "username and password are required");
    }
    const subject = await authenticatePassword(call, username, form.password);
    await ofAccount(subject, () => requireOwnPassword(call, subject, requester));
    const { lacking, ...proven } = await completeSignIn(call, subject, {
      ...{ method: "password", amr: ["pwd"], code: form.totp },
      required: levelsOf(form.require_acr),
    });
    const decision = {
      subject,
      client: requester,
      scope: grantScope(requester, form.scope),
      resources: allowResources(requester, form.resource),
      refresh: "new",
      proof: "password",
      ...proven,
      remember_me: form.remember_me,
    } as const;
    return { ...decision, ...(await offerFactorSetup(call, decision, lacking)) };
  },
});
