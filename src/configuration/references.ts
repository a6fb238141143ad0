/** Roles and permissions that settings name by id: in a document by name, as everything that it refers to. */

import { isJsonObject } from "../settings/document/schema-walk.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** Where ids are: `[]` is every entry of a list, `*` every member of a map. */
interface References {
  readonly roles?: readonly string[];
  readonly permissions?: readonly string[];
}

const REFERENCES: Readonly<Record<string, References>> = {
  admin: {
    roles: ["limited.[].role_id", "limited.[].people_of.[]", "limited.[].roles.[]"],
    permissions: ["permission", "admin_permission"],
  },
  signup: { roles: ["default_role_ids.[]"] },
  second_factor: { roles: ["role_ids.[]"] },
  oauth_clients: { roles: ["allowed_role_ids.[]"] },
  oauth_providers: { roles: ["claim_mapping.role_map.*.[]"] },
  saml_providers: { roles: ["claim_mapping.role_map.*.[]"] },
};

/** Says what stands in the place of one reference. */
type Renamed = (
  kind: "roles" | "permissions",
  text: string,
  path: readonly PropertyKey[],
) => string;

function at(
  value: unknown,
  [step, ...rest]: readonly string[],
  rename: (text: string, path: readonly PropertyKey[]) => string,
  path: readonly PropertyKey[] = [],
): unknown {
  if (step === undefined) return typeof value === "string" ? rename(value, path) : value;
  if (step === "[]") {
    if (!Array.isArray(value)) return value;
    return value.map((one, index) => at(one, rest, rename, [...path, index]));
  }
  if (!isJsonObject(value)) return value;
  const names = step === "*" ? Object.keys(value) : [step];
  const changed = names
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => [name, at(value[name], rest, rename, [...path, name])] as const);
  return { ...value, ...Object.fromEntries(changed) };
}

/** @param owner a namespace or a kind of config records */
function renamed(owner: string, document: unknown, rename: Renamed): unknown {
  const references = Object.hasOwn(REFERENCES, owner) ? REFERENCES[owner] : undefined;
  let result = document;
  for (const kind of ["roles", "permissions"] as const) {
    for (const path of references?.[kind] ?? []) {
      result = at(result, path.split("."), (text, place) => rename(kind, text, place));
    }
  }
  return result;
}

/** The document with names in the place of ids; what has none stays. */
export const withNames = (snapshot: Snapshot, owner: string, document: unknown): unknown =>
  renamed(owner, document, (kind, text) => snapshot[kind].get(text)?.name ?? text);

export interface NamedIds {
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
}

/** What a record of providers may say by name is left as it is. */
const BY_NAME: ReadonlySet<string> = new Set(["oauth_providers", "saml_providers"]);

/**
 * The document with ids in the place of names.
 * @param missing hears of each that is neither the name nor the id of a record
 */
export function withIds(
  snapshot: Snapshot,
  ids: NamedIds,
  owner: string,
  document: unknown,
  missing: (kind: "roles" | "permissions", name: string, path: readonly PropertyKey[]) => void,
): unknown {
  if (BY_NAME.has(owner)) return document;
  return renamed(owner, document, (kind, text, path) => {
    const id = ids[kind].get(text) ?? (snapshot[kind].has(text) ? text : undefined);
    if (id === undefined && text.trim() !== "") missing(kind, text, path);
    return id ?? text;
  });
}
