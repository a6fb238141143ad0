/** Which role names a token carries, and where (specification, token rule 11). */
import { type Call, now } from "../call.ts";
import { heldRoleNames, holdingsOf, rolesForScopes } from "../iam/principals/holdings.ts";
import type { Decision } from "./decision.ts";
import type { Told } from "./told.ts";

export interface TokenRoles {
  readonly names: readonly string[];
  /** The roles path of the client, else of the `token` namespace. */
  readonly path: readonly string[];
}

/** What the mint writes for this subject, client and scope: names that scopes bring, and those of held roles if told. */
export function rolesOf(
  call: Call,
  {
    subject,
    client,
    scope,
  }: Pick<Decision, "subject" | "scope"> & {
    readonly client: Pick<Decision["client"], "rolesClaim">;
  },
  told: Pick<Told, "roles">,
): TokenRoles {
  const access = holdingsOf(call.snapshot, subject, now(call));
  const ofScopes = rolesForScopes(call.snapshot, access, scope);
  const held = told.roles ? heldRoleNames(call.snapshot, access) : [];
  return {
    names: [...new Set([...ofScopes, ...held])],
    path: client.rolesClaim ?? call.snapshot.settings.token.roles_claim,
  };
}
