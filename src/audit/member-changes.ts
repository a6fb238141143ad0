/** What a write changed of one record, member by member: secrets are told as changed and no further (C-6). */
import { sanitizedDetails } from "../iam/principals/principal-view.ts";
import { maskSecrets } from "../settings/document/secrets.ts";
import type { ConfigKind } from "../settings/records/config-records.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { MemberChange } from "../store/audit-chain.ts";
import type { Topic } from "../store/tables.ts";

/** A record, and the same as administrators may see it: what is in the first alone is a secret. */
export interface Shown {
  readonly whole: unknown;
  readonly open: unknown;
}

export const NOTHING: Shown = { whole: undefined, open: undefined };

/** Members of one change, and characters of a value: larger ones are told in part. */
const MAX_MEMBERS = 100;
const MAX_VALUE_LENGTH = 1_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values by the path of their member: `email.from`, `keys[0].kid`. Lists of plain values are one value. */
function flatten(value: unknown, path: string, into: Map<string, unknown>): Map<string, unknown> {
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      flatten(member, path === "" ? name : `${path}.${name}`, into);
    }
  } else if (Array.isArray(value) && value.some((item) => isObject(item))) {
    for (const [index, item] of value.entries()) flatten(item, `${path}[${index}]`, into);
  } else if (value !== undefined) into.set(path, value);
  return into;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The database takes no U+0000 and no half of a pair. */
function bounded(value: unknown): unknown {
  const text = JSON.stringify(value)?.replaceAll("\\u0000", "\\ufffd").toWellFormed() ?? "null";
  if (text.length <= MAX_VALUE_LENGTH) return JSON.parse(text);
  return `${(typeof value === "string" ? value : text).slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}

/** @param under begins the names of the members, where a change is about several records */
export function differences(before: Shown, after: Shown, under = ""): MemberChange[] {
  const [was, is] = [before, after].map(({ whole }) => flatten(whole, "", new Map()));
  const [wasOpen, isOpen] = [before, after].map(({ open }) => flatten(open, "", new Map()));
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  const changed: MemberChange[] = [];
  for (const name of names) {
    if (same(was?.get(name), is?.get(name))) continue;
    if (changed.length === MAX_MEMBERS) break;
    const member = under === "" ? name : `${under}: ${name}`;
    const shown = wasOpen?.has(name) || isOpen?.has(name);
    changed.push(
      shown
        ? {
            member,
            ...(wasOpen?.has(name) && { before: bounded(wasOpen.get(name)) }),
            ...(isOpen?.has(name) && { after: bounded(isOpen.get(name)) }),
          }
        : { member, secret: true },
    );
  }
  return changed;
}

const plain = (value: unknown): Shown => ({ whole: value, open: value });

const masked = (owner: string, stored: unknown): Shown => ({
  whole: stored,
  open: maskSecrets(owner, stored),
});

async function principalShown(one: PrincipalRecord): Promise<Shown> {
  const { alias, disabled, source, suspension, description } = one;
  const { role_ids, sync_role_ids, permission_ids, tmp_role_ids, tmp_permission_ids } = one;
  const details = (await one.details.openUncached().catch(() => undefined)) ?? {};
  const open = {
    ...{ alias, disabled, source, description, role_ids, sync_role_ids, permission_ids },
    ...{ tmp_role_ids, tmp_permission_ids, suspension },
  };
  return {
    whole: { ...open, details },
    open: { ...open, details: sanitizedDetails(details) },
  };
}

function withoutTimes<T extends object>(record: T | undefined): Partial<T> | undefined {
  if (!record) return undefined;
  const { id, created_at, updated_at, updated_by, ...rest } = record as Record<string, unknown>;
  return rest as Partial<T>;
}

/** One record of a snapshot; topics without an entry are told without their members. */
const SHOWN: Partial<Record<Topic, (snapshot: Snapshot, id: string) => Shown | Promise<Shown>>> = {
  settings: ({ stored_settings }, id) => masked(id, stored_settings.get(id)?.value),
  oauth_clients: (snapshot, id) => configShown(snapshot, "oauth_clients", id),
  oauth_providers: (snapshot, id) => configShown(snapshot, "oauth_providers", id),
  ldap_configs: (snapshot, id) => configShown(snapshot, "ldap_configs", id),
  saml_providers: (snapshot, id) => configShown(snapshot, "saml_providers", id),
  webhooks: (snapshot, id) => configShown(snapshot, "webhooks", id),
  users: ({ principals }, id) => {
    const one = principals.get(id);
    return one ? principalShown(one) : NOTHING;
  },
  roles: ({ roles }, id) => plain(withoutTimes(roles.get(id))),
  permissions: ({ permissions }, id) => plain(withoutTimes(permissions.get(id))),
  lmaps: ({ lmaps }, id) => plain(withoutTimes(lmaps.get(id))),
  api_keys: ({ api_keys }, id) => {
    const { key_hash: whole, ...open } = withoutTimes(api_keys.get(id)) ?? {};
    return { whole: whole === undefined ? undefined : { ...open, key: whole }, open };
  },
};

function configShown(snapshot: Snapshot, topic: ConfigKind, id: string): Shown {
  const record = snapshot[topic].get(id);
  if (!record) return NOTHING;
  const { enabled, stored = {} } = record;
  const { whole, open } = masked(topic, stored);
  return { whole: { enabled, ...(whole as object) }, open: { enabled, ...(open as object) } };
}

/** Records of one topic that a change is told of member by member. */
export const MAX_TOLD = 20;

/** @param ids of the records that a write touched */
export async function memberChanges(
  topic: Topic,
  ids: readonly string[],
  before: Snapshot,
  after: Snapshot,
): Promise<MemberChange[]> {
  const shown = SHOWN[topic];
  if (!shown || ids.length > MAX_TOLD) return [];
  const all: MemberChange[] = [];
  for (const id of ids) {
    const [was, is] = [await shown(before, id), await shown(after, id)];
    all.push(...differences(was, is, ids.length > 1 ? id : ""));
  }
  return all.slice(0, MAX_MEMBERS);
}
