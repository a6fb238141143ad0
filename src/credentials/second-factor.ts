/** The second factor at a grant, after the first proof was right (specification, token rule 1; T-9, W12). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { noteSignIn } from "../iam/attempts.ts";
import type { Settings } from "../settings/index.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { type TakenCode, takeCode } from "./totp/take-code.ts";

type Method = Settings["totp"]["methods"][number];

/** A sign-in with everything that was asked for. */
export interface CompleteSignIn extends TakenCode {
  /** RFC 8176 §2. */
  readonly amr: readonly string[];
}

/** Whether this user is asked for the factor at this grant. */
function asksSecondFactor({ snapshot }: Call, user: PrincipalRecord, method: Method) {
  const { disabled, methods } = snapshot.settings.totp;
  return !disabled && methods.includes(method) && snapshot.second_factors.has(user.id);
}

/**
 * What a grant calls when the first proof was right: asks for the second factor where the user has one, and notes
 * the sign-in. Nothing about a factor is said before (F-1). Throws `mfa_required` without a code,
 * `invalid_grant` (401) for a wrong one, `too_many_requests`.
 * @param first methods that were proven (RFC 8176)
 * @param code one-time or recovery code, as it was sent
 */
export async function completeSignIn(
  call: Call,
  user: PrincipalRecord,
  method: Method,
  first: readonly string[],
  code: string | undefined,
): Promise<CompleteSignIn> {
  if (!asksSecondFactor(call, user, method)) {
    await noteSignIn(call, user.id);
    return { amr: first };
  }
  if (!code?.trim()) throw new AuthError("mfa_required", "totp code required");
  const taken = await takeCode(call, user, code);
  await noteSignIn(call, user.id);
  return { amr: [...first, "otp", "mfa"], ...taken };
}
