/** The second factor at a grant, after the first proof was right (specification, token rule 1; T-9, W12). */
import type { Call } from "../call.ts";
import { AuthError, PasskeyRequired } from "../errors.ts";
import { noteSignIn } from "../iam/attempts.ts";
import { readFactors } from "../iam/principals/factors.ts";
import { type FactorDemand, factorDemand } from "../iam/second-factor/rule.ts";
import { reachedLevel } from "../identity/levels.ts";
import { message } from "../messages/message.ts";
import type { Settings } from "../settings/index.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { ofAccount } from "./of-account.ts";
import { sparesPasskey } from "./totp/factor.ts";
import { type TakenCode, takeCode } from "./totp/take-code.ts";

type Method = Settings["totp"]["methods"][number];

/** A sign-in with everything that was asked for. */
export interface CompleteSignIn extends TakenCode {
  /** RFC 8176 §2. */
  readonly amr: readonly string[];
}

export interface FirstFactor {
  readonly method: Method;
  /** What was proven (RFC 8176). */
  readonly amr: readonly string[];
  /** One-time or recovery code, as it was sent. */
  readonly code: string | undefined;
  /** Levels of which the page that asks has to have one. */
  readonly required: readonly string[] | undefined;
}

/** The account, or the page that asks, wants two factors; undefined where one is enough. */
function demandOf(call: Call, user: PrincipalRecord, { required }: FirstFactor) {
  const wantsTwo = required && reachedLevel({ acr_values: required }, { acr: "mfa" }) !== undefined;
  return wantsTwo ? ({ kind: "due" } as const) : factorDemand(call, user);
}

/** Whether this user is asked for the code at this grant. */
function asksCode({ snapshot }: Call, user: PrincipalRecord, method: Method, due: boolean) {
  const { disabled, methods } = snapshot.settings.totp;
  if (disabled || !snapshot.second_factors.has(user.id)) return false;
  return due || methods.includes(method);
}

const codeRequired = () => new AuthError("mfa_required", message("refusal.code_required"));

/** Whether an app was set up at an instance of which this one has not heard yet. */
async function hasNewApp(call: Call, { id }: PrincipalRecord): Promise<boolean> {
  const { settings, second_factors } = call.snapshot;
  if (settings.totp.disabled || second_factors.has(id)) return false;
  return (await readFactors(call, id)).totp_enabled;
}

/**
 * Who has a factor signs in with it: with the first one alone no other is set up. Throws `passkey_required`, `mfa_required`, and
 * `forbidden` where the factor is switched off.
 */
export async function requireNoFactor(call: Call, { id }: PrincipalRecord): Promise<void> {
  const { totp_enabled, passkey_count } = await readFactors(call, id);
  if (passkey_count > 0) {
    const recovers = await sparesPasskey(call, id);
    const text = "the account has to sign in with its passkey";
    throw new PasskeyRequired(
      recovers ? `${text}, or with a recovery code as totp` : text,
      recovers,
    );
  }
  if (totp_enabled) {
    // Set up meanwhile: in another window, or at an instance of which this one has not heard yet.
    if (!call.snapshot.settings.totp.disabled) throw codeRequired();
    throw new AuthError("forbidden", "the second factor of the account is switched off here");
  }
}

/**
 * What a grant calls when the first proof was right: asks for the second factor where the user has one, and notes
 * the sign-in. Nothing about a factor is said before (F-1). Throws `mfa_required` without a code,
 * `invalid_grant` (401) for a wrong one, `too_many_requests`. Answers what is `lacking` where the account has to have a
 * second factor and has none: with `due` nothing is given before it is set up.
 */
export const completeSignIn = (
  call: Call,
  user: PrincipalRecord,
  first: FirstFactor,
): Promise<CompleteSignIn & { readonly lacking?: FactorDemand }> =>
  ofAccount(user, () => complete(call, user, first));

async function complete(
  call: Call,
  user: PrincipalRecord,
  first: FirstFactor,
): Promise<CompleteSignIn & { readonly lacking?: FactorDemand }> {
  const { method, amr, code } = first;
  const demand = demandOf(call, user, first);
  const isDue = demand?.kind === "due";
  if (asksCode(call, user, method, isDue)) {
    if (!code?.trim()) throw codeRequired();
    return withCode(call, user, amr, code);
  }
  if (isDue) {
    // Where the passkey would be the second factor, one of the codes beside it stands in.
    if (code?.trim() && ((await sparesPasskey(call, user.id)) || (await hasNewApp(call, user)))) {
      return withCode(call, user, amr, code);
    }
    await requireNoFactor(call, user);
  }
  await noteSignIn(call, user.id);
  if (!demand) return { amr };
  const reminds = demand.kind === "due" || !(await hasFactor(call, user));
  return { amr, ...(reminds && { lacking: demand }) };
}

async function withCode(
  call: Call,
  user: PrincipalRecord,
  amr: readonly string[],
  code: string,
): Promise<CompleteSignIn> {
  const taken = await takeCode(call, user, code);
  await noteSignIn(call, user.id);
  return { amr: [...amr, "otp", "mfa"], ...taken };
}

async function hasFactor(call: Call, { id }: PrincipalRecord): Promise<boolean> {
  const { totp_enabled, passkey_count } = await readFactors(call, id);
  return totp_enabled || passkey_count > 0;
}
