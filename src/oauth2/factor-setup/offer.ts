/** What becomes of a sign-in with one factor where the account has to have two. */
import type { Call } from "../../call.ts";
import { ofAccount } from "../../credentials/of-account.ts";
import { totpUrl } from "../../crypto/totp.ts";
import { type FactorSetup, FactorSetupRequired } from "../../errors.ts";
import type { FactorDemand } from "../../iam/second-factor/rule.ts";
import type { Decision } from "../../tokens/decision.ts";
import { accountName, issueTicket } from "./ticket.ts";

/** Whether any kind of factor can be set up here now. */
const canSetUp = ({ snapshot }: Call): boolean =>
  !snapshot.settings.totp.disabled || !snapshot.settings.passkey.disabled;

async function setupOf(
  call: Call,
  decision: Decision,
  mailed: string | undefined,
): Promise<FactorSetup> {
  const { totp, passkey } = call.snapshot.settings;
  const { id: ticket, secret } = await issueTicket(call, decision, mailed);
  const account = accountName(decision.subject);
  return {
    ...{ ticket, account, passkey: !passkey.disabled },
    ...(!totp.disabled && { totp: { secret, url: totpUrl(secret, totp.issuer, account) } }),
  };
}

/**
 * What a grant calls before it gives anything. Throws `mfa_setup_required` when the factor is due; in time that is left,
 * answers what a login page shows. Only a caller in this process gets the right to set one up: an application that
 * handles passwords sends the person to the login page.
 * @param mailed the code of a mail that was right and is not used up
 */
export async function offerFactorSetup(
  call: Call,
  decision: Decision,
  lacking: FactorDemand | undefined,
  mailed?: string,
): Promise<Pick<Decision, "factor_setup">> {
  if (!lacking) return {};
  return ofAccount(decision.subject, () => offer(call, decision, lacking, mailed));
}

async function offer(
  call: Call,
  decision: Decision,
  lacking: FactorDemand,
  mailed: string | undefined,
): Promise<Pick<Decision, "factor_setup">> {
  const offers = call.internal && canSetUp(call);
  if (lacking.kind === "due") {
    const page = `${call.pageOrigin()}${call.service.options.prefix_path}/ui/`;
    throw new FactorSetupRequired(
      `the account needs a second factor and has none: set it up at ${page}`,
      offers ? await setupOf(call, decision, mailed) : undefined,
    );
  }
  if (!offers) return {};
  return { factor_setup: { ...(await setupOf(call, decision, undefined)), until: lacking.until } };
}
