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

/** What the account has besides the mailbox: its later sign-ins have to be possible in the same way. */
export type FirstProof =
  | { readonly kind: "password" }
  /** `verified`: the device has checked the person. */
  | { readonly kind: "passkey"; readonly verified: boolean };

function isOpen(call: Call, client: Client, { kind }: FirstProof): boolean {
  if (client.dynamic) return false;
  if (kind === "passkey") {
    return !call.snapshot.settings.passkey.disabled && mayOffer(client, "passkey");
  }
  const { grantTypes } = client;
  return (
    takesPasswords(call.service) &&
    !call.snapshot.settings.password.local_disabled &&
    (grantTypes === undefined || grantTypes.includes("password"))
  );
}

/** What was proven, and what the account lacks. */
async function prove(call: Call, user: PrincipalRecord, asked: FirstSignIn, proof: FirstProof) {
  if (proof.kind === "passkey" && proof.verified) {
    // A registration proves no key (ADR 0047): `mfa` and no more.
    await noteSignIn(call, user.id);
    return { amr: ["otp", "user", "mfa"], lacking: undefined };
  }
  const required = levelsOf(asked.require_acr);
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
  asked: FirstSignIn,
  proof: FirstProof,
): Promise<TokenResponse | undefined> {
  try {
    const { client_id, client_secret } = asked;
    const credentials = { authorization: undefined, client_id, client_secret };
    const client = await authenticateClient(call, credentials, "confidential");
    const subject = await provenPrincipal(call.service, id);
    if (!subject || !isOpen(call, client, proof)) return undefined;
    const { amr, lacking } = await prove(call, subject, asked, proof);
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
