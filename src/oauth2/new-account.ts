/** The first sign-in of an account that was made just now, with the code of a mail: at a login page of this process. */
import { type Call, toldBy } from "../call.ts";
import { takesPasswords } from "../credentials/password.ts";
import { completeSignIn } from "../credentials/second-factor.ts";
import { AuthError, FactorSetupRequired } from "../errors.ts";
import { noteSignIn } from "../iam/attempts.ts";
import { provenPrincipal } from "../iam/heard-of.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import type { Client } from "../tokens/client.ts";
import type { TokenResponse } from "../tokens/token-response.ts";
import { authenticateClient } from "./clients/authenticate.ts";
import { mayOffer } from "./clients/login-words.ts";
import { offerFactorSetup } from "./factor-setup/offer.ts";
import type { FirstSignIn } from "./first-sign-in.ts";
import { levelsOf } from "./grants/parameters.ts";
import { grantScope } from "./scope.ts";
import { type ProvenDecision, signInTokens } from "./sign-in-tokens.ts";

/** By what its later sign-ins go, which have to be possible, too. */
type Way = "password" | "passkey";

function isOpen(call: Call, client: Client, way: Way): boolean {
  const { dynamic, grantTypes } = client;
  if (dynamic) return false;
  if (way === "passkey") return mayOffer(client, "passkey");
  return (
    takesPasswords(call.service) &&
    !call.snapshot.settings.password.local_disabled &&
    (grantTypes === undefined || grantTypes.includes("password"))
  );
}

/** What was proven, and what the account lacks. */
async function prove(call: Call, user: PrincipalRecord, { require_acr }: FirstSignIn, way: Way) {
  if (way === "passkey") {
    // The device has checked the person; a registration proves no key (ADR 0047): `mfa` and no more.
    await noteSignIn(call, user.id);
    return { amr: ["otp", "user", "mfa"], lacking: undefined };
  }
  const required = levelsOf(require_acr);
  const first = { method: "password", amr: ["otp"], code: undefined, required } as const;
  return completeSignIn(call, user, first);
}

/**
 * Undefined where the client or the settings do not let it be: the account is there, and the person signs in by themselves.
 * Throws `mfa_setup_required`.
 */
export async function signInNewAccount(
  call: Call,
  id: string,
  signIn: FirstSignIn,
  way: Way,
): Promise<TokenResponse | undefined> {
  try {
    const { client_id, client_secret } = signIn;
    const credentials = { authorization: undefined, client_id, client_secret };
    const client = await authenticateClient(call, credentials, "confidential");
    const subject = await provenPrincipal(call.service, id);
    if (!subject || !isOpen(call, client, way)) return undefined;
    const { amr, lacking } = await prove(call, subject, signIn, way);
    const decision: ProvenDecision = {
      ...{ subject, client, amr, resources: [] },
      scope: grantScope(client, signIn.scope),
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
