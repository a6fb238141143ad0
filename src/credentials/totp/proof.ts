/** What is asked for before a factor is added, replaced or taken away (F-3, T-10, W11). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { takeCode } from "./take-code.ts";

/**
 * A current code of the factor, where one is sent; else a recent sign-in. Throws `reauthentication_required`, and `invalid_request` for a wrong code.
 * @param code one-time or recovery code; it is used up
 */
export async function proveFactorChange(
  call: Call,
  context: CallerContext,
  owner: PrincipalRecord,
  purpose: string,
  code: string | undefined,
): Promise<void> {
  if (code !== undefined && code.trim() !== "") {
    await takeCode(call, owner, code).catch((error: unknown) => {
      if (!(error instanceof AuthError) || error.code !== "invalid_grant") throw error;
      throw new AuthError("invalid_request", message("refusal.code_wrong"), {
        detail: "code: not valid",
      });
    });
    return;
  }
  requireRecentSignIn(call, context, purpose);
}
