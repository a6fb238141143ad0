/**
 * Takes away what an export manages and a document does not name: of kinds that the document has, and never what people sign
 * in by, people themselves, or what the service keeps.
 */
import { callAt } from "../call.ts";
import { AuthError } from "../errors.ts";
import { permissionIds, rolesGranting } from "../iam/administrators/permanent-holding.ts";
import { message } from "../messages/message.ts";
import { sessionClients } from "../providers/session-clients.ts";
import { isJsonObject } from "../settings/document/schema-walk.ts";
import { isReserved, namespaces } from "../settings/index.ts";
import type { NamespaceKind } from "../settings/kind.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { modelAfter } from "../way-in/page-after.ts";
import { objectAt } from "./check.ts";
import { CONFIG_KINDS, type Kind, SETTINGS } from "./schema.ts";
import { attempt, type Work } from "./work.ts";
import { removeAccount } from "./write-accounts.ts";
import { removeGroupMap, removePermission, removeRole } from "./write-iam.ts";
import { removeNamespace, removeRecord } from "./write-settings.ts";

type Kept = "self" | "role" | "permission" | "way_in";

const refused = (why: Kept, name: string) =>
  new AuthError("conflict", "cannot prune", {
    detail: message(`fault.document.prune_${why}`, { name }),
  });

/** Where something else stands in its place when it is deleted, a document would never be done. */
const isManaged = (namespace: (typeof SETTINGS)[number]): boolean => {
  const { above }: NamespaceKind = namespaces[namespace];
  return !above.includes("restored");
};

/** A client that registered itself is no one's configuration. */
export const isRegistered = (stored: unknown): boolean =>
  isJsonObject(stored) && stored.dynamic === true;

const adminPermission = ({ settings }: Snapshot): string => settings.admin.permission;

/** By the kind of the document: each takes away what the document does not name. */
const PRUNED: Readonly<Partial<Record<Kind, (work: Work, named: ReadonlySet<string>) => unknown>>> =
  {
    service_accounts: async (work, named) => {
      const { before, account } = work;
      const keys = new Set([...named].map(canonicalAlias));
      for (const one of before.principals.values()) {
        if (!one.service_account || one.alias.some((name) => keys.has(canonicalAlias(name)))) {
          continue;
        }
        const name = one.alias[0] ?? one.id;
        await attempt(work, ["service_accounts"], async () => {
          if (one.id === account) {
            throw refused("self", name);
          }
          await removeAccount(work, one);
        });
      }
    },
    group_maps: async (work, named) => {
      for (const name of work.before.lmaps.keys()) {
        if (!named.has(name)) await removeGroupMap(work, name);
      }
    },
    settings: async (work, named) => {
      for (const name of SETTINGS) {
        if (isManaged(name) && !named.has(name) && isReserved(name)) {
          await removeNamespace(work, name);
        }
      }
    },
    roles: async (work, named) => {
      const { before } = work;
      const granting = rolesGranting(before, adminPermission(before));
      for (const { id, name } of before.roles.values()) {
        if (named.has(name)) continue;
        await attempt(work, ["roles"], async () => {
          if (granting.has(id)) {
            throw refused("role", name);
          }
          await removeRole(work, id);
        });
      }
    },
    permissions: async (work, named) => {
      const { before } = work;
      const admin = permissionIds(before, adminPermission(before));
      for (const { id, name } of before.permissions.values()) {
        if (named.has(name)) continue;
        await attempt(work, ["permissions"], async () => {
          if (admin.has(id)) {
            throw refused("permission", name);
          }
          await removePermission(work, id);
        });
      }
    },
  };

async function pruneRecords(work: Work): Promise<void> {
  const { service, open, before, document } = work;
  if (!CONFIG_KINDS.some((kind) => Object.hasOwn(document, kind))) return;
  const used = sessionClients(callAt(service, await modelAfter(service, open)));
  for (const kind of CONFIG_KINDS) {
    if (!Object.hasOwn(document, kind)) continue;
    const named = objectAt(document, kind);
    for (const { id, stored } of before[kind].values()) {
      if (Object.hasOwn(named, id) || isRegistered(stored)) continue;
      await attempt(work, [kind], async () => {
        if (kind === "oauth_clients" && used.has(id)) {
          throw refused("way_in", id);
        }
        await removeRecord(work, kind, id);
      });
    }
  }
}

/** Kinds in the order in which nothing is looked for that has gone. */
const ORDER = ["service_accounts", "group_maps", "settings", "roles", "permissions"] as const;

export async function prune(work: Work): Promise<void> {
  const { document } = work;
  await pruneRecords(work);
  for (const kind of ORDER) {
    if (!Object.hasOwn(document, kind)) continue;
    await PRUNED[kind]?.(work, new Set(Object.keys(objectAt(document, kind))));
  }
}
