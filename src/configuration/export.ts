/** The configuration of an installation as a document: what is applied again changes nothing. */
import { permissionDocument } from "../iam/roles/permissions.ts";
import { isJsonObject } from "../settings/document/schema-walk.ts";
import { writtenPart } from "../settings/document/written-part.ts";
import type { Namespace } from "../settings/index.ts";
import type { ConfigKind } from "../settings/records/config-records.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isRegistered } from "./prune.ts";
import { withNames } from "./references.ts";
import { CONFIG_KINDS, KINDS, type Kind, SETTINGS } from "./schema.ts";
import type { Seal } from "./sealed-secret.ts";
import { namesOf } from "./write-iam.ts";
import { schemaOf } from "./write-settings.ts";

type Path = readonly string[];

export interface Exported {
  readonly document: Readonly<Record<string, unknown>>;
  /** Where secrets are stored that the document does not have. */
  readonly absent: readonly Path[];
  /** Records that cannot be read. */
  readonly unreadable: readonly Path[];
}

/** Kinds of an export; people are in none. */
export const EXPORTED = KINDS.filter((kind) => kind !== "users");
export type ExportedKind = Exclude<Kind, "users">;

/** Of a service account; its other details may be anything, and stay where they are. */
const DETAILS = [
  "name",
  "uid",
  "email",
  "given_name",
  "family_name",
  "scope",
  "cert_fingerprint",
  "cert_subject",
  "jwks",
  "jwks_uri",
  "dpop_bound_access_tokens",
  "tls_client_certificate_bound_access_tokens",
];

interface Making {
  readonly snapshot: Snapshot;
  readonly seal: Seal | undefined;
  readonly absent: Path[];
  readonly unreadable: Path[];
}

/** Stands in the place of a secret until it is sealed. */
class Secret {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

async function sealed(seal: Seal, value: unknown): Promise<unknown> {
  if (value instanceof Secret) return { jwe: await seal(value.text) };
  if (Array.isArray(value)) return Promise.all(value.map((one) => sealed(seal, one)));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    async ([name, one]) => [name, await sealed(seal, one)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** @param place of the document in the whole */
async function exported(
  { snapshot, seal, absent }: Making,
  owner: Namespace | ConfigKind,
  place: Path,
  stored: unknown,
): Promise<unknown> {
  const part = writtenPart(schemaOf(owner), stored, (path, text) => {
    if (seal) return new Secret(text);
    absent.push([...place, ...path]);
    return undefined;
  });
  const named = withNames(snapshot, owner, part);
  return seal ? sealed(seal, named) : named;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/** Without what says nothing. */
const filled = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));

const byName = <T>(entries: readonly (readonly [string, T])[]) =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function settingsOf(making: Making) {
  const entries: [string, unknown][] = [];
  for (const namespace of SETTINGS) {
    const setting = making.snapshot.stored_settings.get(namespace);
    if (!setting) continue;
    const place = ["settings", namespace];
    if (!setting.value) making.unreadable.push(place);
    else entries.push([namespace, await exported(making, namespace, place, setting.value)]);
  }
  return byName(entries);
}

async function recordsOf(making: Making, kind: ConfigKind) {
  const entries: [string, unknown][] = [];
  for (const { id, enabled, stored } of making.snapshot[kind].values()) {
    if (isRegistered(stored)) continue;
    if (!stored) {
      making.unreadable.push([kind, id]);
      continue;
    }
    const config = await exported(making, kind, [kind, id], stored);
    entries.push([id, { ...(!enabled && { enabled }), ...Object(config) }]);
  }
  return byName(entries);
}

function resource(value: object) {
  const { excluded, ...coverage } = value as { readonly excluded?: readonly object[] };
  return filled({ ...coverage, excluded: excluded?.map((one) => filled({ ...one })) });
}

const permissionsOf = ({ snapshot }: Making) =>
  byName(
    [...snapshot.permissions.values()].map((one) => {
      const { resources, ...rest } = permissionDocument(one);
      return [one.name, filled({ ...rest, resources: resources.map(resource) })] as const;
    }),
  );

const rolesOf = ({ snapshot }: Making) =>
  byName(
    [...snapshot.roles.values()].map(({ name, description, data, ...held }) => {
      const permissions = namesOf(held.permission_ids, snapshot.permissions).toSorted();
      const roles = namesOf(held.role_ids, snapshot.roles).toSorted();
      return [name, filled({ description, data, permissions, roles })] as const;
    }),
  );

const groupMapsOf = ({ snapshot }: Making) =>
  byName(
    [...snapshot.lmaps.values()].map(
      ({ name, role_ids }) =>
        [name, { roles: namesOf(role_ids, snapshot.roles).toSorted() }] as const,
    ),
  );

async function accountsOf({ snapshot, seal, absent, unreadable }: Making) {
  const entries: [string, unknown][] = [];
  for (const one of snapshot.principals.values()) {
    const [first = one.id, ...others] = one.alias;
    if (!one.service_account) continue;
    const stored = await one.details.openUncached().catch(() => undefined);
    if (!stored) {
      unreadable.push(["service_accounts", first]);
      continue;
    }
    const known = DETAILS.flatMap((name) =>
      Object.hasOwn(stored, name) ? [[name, stored[name]] as const] : [],
    );
    const details: Record<string, unknown> = Object.fromEntries(known);
    if (typeof stored.secret === "string" && stored.secret !== "") {
      if (seal) details.secret = { jwe: await seal(stored.secret) };
      else absent.push(["service_accounts", first, "details", "secret"]);
    }
    const account = {
      alias: others.toSorted(),
      description: one.description,
      roles: namesOf(one.role_ids, snapshot.roles).toSorted(),
      permissions: namesOf(one.permission_ids, snapshot.permissions).toSorted(),
      details,
    };
    entries.push([first, { ...filled(account), ...(one.disabled && { is_active: false }) }]);
  }
  return byName(entries);
}

async function partOf(making: Making, kind: ExportedKind): Promise<unknown> {
  const config = CONFIG_KINDS.find((one) => one === kind);
  if (config) return recordsOf(making, config);
  switch (kind) {
    case "settings":
      return settingsOf(making);
    case "session_providers": {
      const setting = making.snapshot.stored_settings.get(kind);
      if (setting && !setting.value) making.unreadable.push([kind]);
      return setting?.value && exported(making, kind, [kind], setting.value);
    }
    case "permissions":
      return permissionsOf(making);
    case "roles":
      return rolesOf(making);
    case "group_maps":
      return groupMapsOf(making);
    default:
      return accountsOf(making);
  }
}

/**
 * @param only kinds; all of them when it is left out. A kind without records is there, so that `--prune` keeps it so.
 * @param seal to the key of the reader; without it no secret is in the document
 */
export async function exportConfiguration(
  snapshot: Snapshot,
  only: readonly ExportedKind[] = EXPORTED,
  seal?: Seal,
): Promise<Exported> {
  const making: Making = { snapshot, seal, absent: [], unreadable: [] };
  const document: Record<string, unknown> = {};
  for (const kind of EXPORTED) {
    if (!only.includes(kind)) continue;
    const part = await partOf(making, kind);
    if (part !== undefined) document[kind] = part;
  }
  return { document, absent: making.absent, unreadable: making.unreadable };
}
