/** References of a document: names of roles and permissions that lead nowhere. */
import type { Fault } from "../settings/document/faults.ts";
import { nearestName } from "../settings/document/nearest-name.ts";
import type { DocumentValue } from "./schema.ts";

/** Names that are there besides those of the document. */
export interface KnownNames {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

const HOLDERS = {
  roles: ["permissions", "roles"],
  group_maps: ["roles"],
  users: ["permissions", "roles"],
  service_accounts: ["permissions", "roles"],
} as const;

type Held = Readonly<Partial<Record<"permissions" | "roles", readonly string[]>>>;

/** What is wrong with a name that leads nowhere; `nearest` is one that may have been meant. */
export type UnknownName = (
  kind: "permissions" | "roles",
  nearest: string | undefined,
) => Fault["reason"];

export function nameFaults(value: DocumentValue, known: KnownNames, unknown: UnknownName): Fault[] {
  const faults: Fault[] = [];
  const all = {
    roles: new Set([...Object.keys(value.roles), ...known.roles]),
    permissions: new Set([...Object.keys(value.permissions), ...known.permissions]),
  };
  for (const [kind, members] of Object.entries(HOLDERS)) {
    const holders: Readonly<Record<string, Held>> = value[kind as keyof typeof HOLDERS];
    for (const [holder, record] of Object.entries(holders)) {
      for (const member of members) {
        record[member]?.forEach((name, at) => {
          if (all[member].has(name)) return;
          const meant = nearestName(name, [...all[member]]);
          faults.push({ path: [kind, holder, member, at], reason: unknown(member, meant) });
        });
      }
    }
  }
  return faults;
}
