/** Why a token of a client carries a role name: what the mint would write, and where it comes from (rule 11). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { heldRoleNames, holdingsOf } from "../iam/principals/holdings.ts";
import { type Way, type Ways, waysToPermission } from "../iam/principals/ways.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { rolesOf } from "../tokens/roles.ts";
import { ROLES, toldTo } from "../tokens/told.ts";
import { enabledClient } from "./clients/find.ts";
import { grantScope } from "./scope.ts";

/** One permission that brings a role name with a scope. */
interface RoleSource {
  readonly permission: { readonly id: string; readonly name: string };
  readonly scope: string;
  /** The first way in which the permission is held. */
  readonly way?: Way;
}

export interface ExplainedTokenRoles {
  readonly client_id: string;
  /** Granted: what was asked for, together with the default scope of the client. */
  readonly scope: readonly string[];
  /** Dot path of the claim. */
  readonly roles_claim: string;
  readonly roles: readonly {
    readonly name: string;
    /** A role of this name is held, and the client is told those. */
    readonly held?: true;
    readonly from: readonly RoleSource[];
  }[];
  readonly total: number;
  /** Scopes that were not granted and would bring names, too: the first ones. */
  readonly other_scopes: readonly string[];
  /** Why there would be no token at all; then nothing else counts. */
  readonly refusal?: string;
}

export interface TokenQuestion {
  readonly client_id: string;
  readonly scope: string;
  /** The one name that is asked for; empty for all. */
  readonly role: string;
}

const MAX_NAMES = 500;
const MAX_SOURCES = 3;
const MAX_SCOPES = 100;

/** Which held permissions bring a name with the granted scopes, and which scopes would bring more. */
function sourcesOf(call: Call, subject: PrincipalRecord, granted: readonly string[], ways: Ways) {
  const { snapshot } = call;
  const from = new Map<string, RoleSource[]>();
  const others = new Set<string>();
  for (const { id } of holdingsOf(snapshot, subject, now(call)).permissions) {
    const permission = snapshot.permissions.get(id);
    for (const [scope, names] of Object.entries(permission?.scope ?? {})) {
      if (!granted.includes(scope)) {
        if (names.length > 0 && others.size < MAX_SCOPES) others.add(scope);
        continue;
      }
      for (const name of names) {
        const sources = from.get(name) ?? [];
        from.set(name, sources);
        if (sources.length >= MAX_SOURCES) continue;
        const [way] = waysToPermission(ways, id);
        const reference = { id, name: permission?.name ?? "" };
        sources.push({ permission: reference, scope, ...(way && { way }) });
      }
    }
  }
  return { from, others };
}

const refusedWith = (client_id: string, refusal: string): ExplainedTokenRoles => ({
  ...{ client_id, scope: [], roles_claim: "", roles: [], total: 0, other_scopes: [] },
  refusal,
});

/** Nothing is issued, and no client document is fetched. Throws only what memory cannot answer. */
export async function explainTokenRoles(
  call: Call,
  subject: PrincipalRecord,
  { client_id, scope, role }: TokenQuestion,
  ways: Ways,
): Promise<ExplainedTokenRoles> {
  const client = await enabledClient(call, client_id);
  if (!client) return refusedWith(client_id, "there is no enabled client of this id");
  if (subject.disabled) return refusedWith(client_id, "principal is disabled");
  let granted: string[];
  try {
    granted = grantScope(client, scope);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return refusedWith(client_id, error.message);
  }
  const told = toldTo(call, client, granted);
  const { names, path } = rolesOf(call, { subject, client, scope: granted }, told);
  const held = new Set(
    told.roles ? heldRoleNames(call.snapshot, holdingsOf(call.snapshot, subject, now(call))) : [],
  );
  const { from, others } = sourcesOf(call, subject, granted, ways);
  if (client.rolesInTokens && !told.roles) others.add(ROLES);
  const chosen = role ? names.filter((name) => name === role) : names.slice(0, MAX_NAMES);
  return {
    client_id,
    scope: granted,
    roles_claim: path.join("."),
    roles: chosen.map((name) => ({
      name,
      ...(held.has(name) && { held: true as const }),
      from: from.get(name) ?? [],
    })),
    total: names.length,
    other_scopes: [...others],
  };
}
