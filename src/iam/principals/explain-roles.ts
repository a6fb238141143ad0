/** Every way in which a principal comes to each of its roles: for people who ask why (auth-wire 2.1). */
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { mappedRoles } from "../claim-mapping/mapped-roles.ts";
import { mapRoles } from "../directory/group-roles.ts";
import { type Start, type Way, type Ways, waysToRole } from "./ways.ts";

interface Reference {
  readonly id: string;
  readonly name: string;
}

/** What gives a synchronised role now; which of them gave it to this user, no record says. */
export interface SyncSources {
  /** Group maps by name: a group of the directory, or a value of a roles claim. */
  readonly groups: readonly string[];
  /** Records of providers, as `oauth:google`, and the claim values that give the role there. */
  readonly providers: readonly { readonly provider: string; readonly values: readonly string[] }[];
}

export interface ExplainedRole extends Reference {
  readonly starts: readonly Start[];
  /** Effective roles that contain it: the first ones. */
  readonly within: readonly Reference[];
  readonly sources?: SyncSources;
  /** Shortest ways; only when one role is asked for. */
  readonly ways?: readonly Way[];
}

export interface ExplainedRoles {
  readonly roles: readonly ExplainedRole[];
  readonly total: number;
  /** Ids in the principal's record that have no role any more. */
  readonly missing: readonly string[];
}

/** Roles of one answer. */
const MAX_ROLES = 2_000;
/** Containers, groups, providers and values that are named of one role. */
const MAX_NAMES = 10;

/** Which group maps and claim mappings give which of these roles. */
function sourcesOf(
  snapshot: Snapshot,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, SyncSources> {
  const byRole = new Map<string, { groups: string[]; providers: Map<string, string[]> }>();
  const of = (id: string) => {
    const sources = byRole.get(id) ?? { groups: [], providers: new Map<string, string[]>() };
    byRole.set(id, sources);
    return sources;
  };
  const add = (list: string[], text: string) => {
    if (list.length < MAX_NAMES) list.push(text);
  };
  const rolesOfMap = mapRoles(snapshot);
  for (const map of snapshot.lmaps.values()) {
    for (const id of rolesOfMap(map)) if (wanted.has(id)) add(of(id).groups, map.name);
  }
  for (const [kind, records] of [
    ["oauth", snapshot.oauth_providers],
    ["saml", snapshot.saml_providers],
  ] as const) {
    for (const [provider, { enabled, config }] of records) {
      if (!enabled || !config) continue;
      const { role_map } = config.claim_mapping;
      for (const value of Object.keys(role_map)) {
        for (const id of mappedRoles(snapshot, { use_lmap: false, role_map }, [value])) {
          if (!wanted.has(id)) continue;
          const { providers } = of(id);
          const values = providers.get(`${kind}:${provider}`) ?? [];
          if (providers.size < MAX_NAMES) providers.set(`${kind}:${provider}`, values);
          add(values, value);
        }
      }
    }
  }
  return new Map(
    [...byRole].map(([id, { groups, providers }]) => [
      id,
      { groups, providers: [...providers].map(([provider, values]) => ({ provider, values })) },
    ]),
  );
}

/** @param only id or name of the one role that is asked for; empty for all */
export function explainRoles(
  snapshot: Snapshot,
  { role_ids, sync_role_ids, tmp_role_ids }: PrincipalRecord,
  ways: Ways,
  only: string,
): ExplainedRoles {
  const all = [...ways.roles.values()];
  const chosen = only
    ? all.filter(({ role }) => role.id === only || role.name === only)
    : all.slice(0, MAX_ROLES);
  const synced = chosen.filter(({ starts }) => starts.some(({ given }) => given === "sync"));
  const syncIds = new Set(synced.map(({ role }) => role.id));
  const sources = sourcesOf(snapshot, syncIds);
  const listed = [...role_ids, ...sync_role_ids, ...tmp_role_ids.map(({ id }) => id)];
  return {
    roles: chosen.map(({ role: { id, name }, starts, within }) => ({
      ...{ id, name, starts },
      within: within.slice(0, MAX_NAMES).map((container) => ({
        id: container,
        name: ways.roles.get(container)?.role.name ?? "",
      })),
      ...(syncIds.has(id) && { sources: sources.get(id) ?? { groups: [], providers: [] } }),
      ...(only && { ways: waysToRole(ways, id) }),
    })),
    total: all.length,
    missing: [...new Set(listed)].filter((id) => !snapshot.roles.has(id)),
  };
}
