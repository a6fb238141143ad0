/** The first sign-in of an account that was made just now, with the code of a mail: at a login page of this process. */
import { type Call, toldBy } from "../call.ts";
import { takesPasswords } from "../credentials/password.ts";
import { completeSignIn } from "../credentials/second-factor.ts";
import { AuthError, FactorSetupRequired } from "../errors.ts";
import { provenPrincipal } from "../iam/heard-of.ts";
import type { Client } from "../tokens/client.ts";
import type { TokenResponse } from "../tokens/token-response.ts";
import { authenticateClient } from "./clients/authenticate.ts";
import { offerFactorSetup } from "./factor-setup/offer.ts";
import { levelsOf } from "./grants/parameters.ts";
import { grantScope } from "./scope.ts";
import { type ProvenDecision, signInTokens } from "./sign-in-tokens.ts";

/** The client of the page, and what the page asks of the sign-in. */
export interface FirstSignIn {
  readonly client_id: string;
  readonly client_secret: string | undefined;
  readonly scope: string | undefined;
  readonly require_acr: string | undefined;
}

/** Its later sign-ins have to be possible, too. */
function isOpen(call: Call, { dynamic, grantTypes }: Client): boolean {
  return (
    !dynamic &&
    takesPasswords(call.service) &&
    !call.snapshot.settings.password.local_disabled &&
    (grantTypes === undefined || grantTypes.includes("password"))
  );
}

/**
 * Undefined where the client or the settings do not let it be: the account is there, and the person signs in by themselves.
 * Throws `mfa_setup_required`.
 */
export async function signInNewAccount(
  call: Call,
  id: string,
  asked: FirstSignIn,
): Promise<TokenResponse | undefined> {
  try {
    const { client_id, client_secret } = asked;
    const credentials = { authorization: undefined, client_id, client_secret };
    const client = await authenticateClient(call, credentials, "confidential");
    const subject = await provenPrincipal(call.service, id);
    if (!subject || !isOpen(call, client)) return undefined;
    const { amr, lacking } = await completeSignIn(call, subject, {
      ...{ method: "password", amr: ["otp"], code: undefined },
      required: levelsOf(asked.require_acr),
    });
    const decision: ProvenDecision = {
      ...{ subject, client, amr, resources: [] },
      scope: grantScope(client, asked.scope),
      refresh: "new",
      proof: "email_code",
    };
    const setup = await offerFactorSetup(call, decision, lacking);
    return { ...(await signInTokens(call, decision)), ...setup };
  } catch (error) {
    if (error instanceof AuthError && !(error instanceof FactorSetupRequired)) {
      call.service.events.emit({ type: "request.refused", error, ...toldBy(call) });
      return undefined;
    }
    throw error;
  }
}
