/** Filters of user and service account lists (auth-wire 2.5), as one test per record. */
import { membersOf } from "../snapshot/role-members.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { isActive } from "./access.ts";
import {
  asksForCoverage,
  rolesCarrying,
  withContained,
  withContainers,
} from "./permission-filter.ts";
import { asksForText, type TextFilter, textTest } from "./principal-search.ts";

export interface PrincipalQuery extends TextFilter {
  readonly id?: string | undefined;
  readonly alias?: string | undefined;
  readonly role_ids?: readonly string[] | undefined;
  /** Parts of names of permissions. */
  readonly permission?: readonly string[] | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly role_type?: string | undefined;
  readonly is_active?: boolean | undefined;
}

type RoleType = "PERMANENT" | "TEMPORARY" | "ANY";

const roleTypeOf = (text = ""): RoleType => {
  const word = text.trim().toUpperCase();
  return word === "PERMANENT" || word === "TEMPORARY" ? word : "ANY";
};

/**
 * The roles that count: the given ones with all they contain, or those that carry the permissions
 * asked for, directly or through a contained role. Undefined without such a filter.
 */
function wantedRoles(snapshot: Snapshot, query: PrincipalQuery): ReadonlySet<string> | undefined {
  const coverage = { names: query.permission, method: query.method, path: query.path };
  const byCoverage = asksForCoverage(coverage);
  if (!query.role_ids?.length && !byCoverage) return undefined;
  const roles = withContained(snapshot, query.role_ids ?? []);
  if (!byCoverage) return roles;
  const carriers = rolesCarrying(snapshot, coverage);
  // Permissions that nobody carries make the list empty, whatever else was asked for.
  return carriers.size === 0
    ? carriers
    : new Set([...roles, ...withContainers(snapshot, carriers)]);
}

/** What a query means on one snapshot. */
export interface PrincipalFilter {
  /** Nothing to test: every record passes. */
  readonly empty: boolean;
  /** Texts in lower case that a record must contain somewhere; opens details when there are any. */
  readonly parts: readonly string[];
  /** The same for queries that mean the same. */
  readonly key: string;
  /** Records of both kinds that may pass, in order; undefined for any, or for more than `most`. */
  candidates(most: number): readonly PrincipalRecord[] | undefined;
  /** `edge` is told every time at which the answer for this record changes or has changed. */
  test(record: PrincipalRecord, now: number, edge: (time: number) => void): boolean;
}

function tellEdges(record: PrincipalRecord, edge: (time: number) => void): void {
  for (const { starts_at, expires_at } of record.tmp_role_ids) {
    if (starts_at) edge(Date.parse(starts_at));
    edge(Date.parse(expires_at));
  }
}

export function compileQuery(snapshot: Snapshot, query: PrincipalQuery): PrincipalFilter {
  const { is_active, name, email, uid, search } = query;
  const roles = wantedRoles(snapshot, query);
  const type = roleTypeOf(query.role_type);
  const byRole = roles !== undefined || type !== "ANY";
  const needsText = asksForText(query);
  const passesText = textTest(query);
  const counts = (id: string) => !roles || roles.has(id);
  const text = [name, email, uid, search].map((part) => part?.toLowerCase() ?? "");

  return {
    empty: !byRole && !needsText && is_active === undefined,
    parts: text.filter(Boolean),
    key: JSON.stringify([is_active ?? null, type, roles ? [...roles].sort() : null, ...text]),

    candidates(most) {
      if (!roles) return undefined;
      const lists = [...roles].flatMap((role) => {
        const { permanent, temporary } = membersOf(snapshot.role_members, role);
        if (type === "ANY") return [permanent, temporary];
        return type === "PERMANENT" ? [permanent] : [temporary];
      });
      if (lists.reduce((sum, { size }) => sum + size, 0) > most) return undefined;
      const members = new Set(lists.flatMap((list) => [...list.values()]));
      return [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    test(record, now, edge) {
      if (is_active !== undefined && record.disabled === is_active) return false;
      if (byRole) {
        const permanently =
          type !== "TEMPORARY" &&
          (record.role_ids.some(counts) || record.sync_role_ids.some(counts));
        if (!permanently) {
          if (type === "PERMANENT") return false;
          tellEdges(record, edge);
          if (!record.tmp_role_ids.some((grant) => counts(grant.id) && isActive(grant, now))) {
            return false;
          }
        }
      }
      return !needsText || passesText(record);
    },
  };
}
