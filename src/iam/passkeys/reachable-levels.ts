/** Which levels of a sign-in a person can reach with what the account has (decision E-7). */
import type { Call } from "../../call.ts";
import type { LEVELS } from "../../identity/levels.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { usablePasskeys } from "./records.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** What providers elsewhere may give is not known before they are asked. */
export async function reachableLevels(
  call: Call,
  { id }: PrincipalRecord,
): Promise<readonly (typeof LEVELS)[number][]> {
  const { settings, second_factors } = call.snapshot;
  const passkeys = settings.passkey.disabled
    ? []
    : await usablePasskeys(call, id, await relyingPartyOf(call));
  if (passkeys.length > 0) return ["mfa", "phr"];
  return !settings.totp.disabled && second_factors.get(id) ? ["mfa"] : [];
}
