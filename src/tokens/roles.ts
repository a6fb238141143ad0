/** Which role names a token carries, and where (specification, token rule 11). */
import { type Call, now } from "../call.ts";
import { holdingsOf, rolesForScopes } from "../iam/principals/holdings.ts";
import type { Decision } from "./decision.ts";

export interface TokenRoles {
  readonly names: readonly string[];
  /** The roles path of the client, else of the `token` namespace. */
  readonly path: readonly string[];
}

/** What the mint writes for this subject, client and scope. */
export function rolesOf(
  call: Call,
  {
    subject,
    client,
    scope,
  }: Pick<Decision, "subject" | "scope"> & {
    readonly client: Pick<Decision["client"], "rolesClaim">;
  },
): TokenRoles {
  const access = holdingsOf(call.snapshot, subject, now(call));
  return {
    names: rolesForScopes(call.snapshot, access, scope),
    path: client.rolesClaim ?? call.snapshot.settings.token.roles_claim,
  };
}
