/** What is asked for before a factor is added, replaced or taken away (F-3, T-10, W11). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { takeCode } from "./take-code.ts";

/**
 * A current code of the factor, where one is sent; else a recent sign-in. An API key has no sign-in, so it needs
 * the code: a key that leaked must not take the factor of its owner, nor lock the owner out with another one.
 * Throws `reauthentication_required`, and `invalid_request` for a wrong code.
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
      throw new AuthError("invalid_request", "totp code invalid", { detail: "code: not valid" });
    });
    return;
  }
  const { caller } = context;
  if (caller.kind === "named" && caller.key) {
    throw new AuthError("reauthentication_required", `sign in to ${purpose}, or send a code`, {
      detail: "reauthentication_required",
    });
  }
  requireRecentSignIn(call, context, purpose);
}
