/** What is noted when a client is handed the first tokens of a family, by whatever way. */
import type { Call } from "../call.ts";
import { noteClientSignIn } from "./client-sign-ins.ts";
import type { Decision, MintedTokens } from "./decision.ts";
import { noteBegun } from "./sign-in-use.ts";

/** Throws `unavailable`: a sign-in that no rule could end, and no one could be told of, is not begun. */
export async function noteHandedOut(
  call: Call,
  decision: Decision,
  minted: MintedTokens,
): Promise<void> {
  await noteBegun(call, decision, minted);
  await noteClientSignIn(call, decision, minted);
}
