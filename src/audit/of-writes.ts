/** Writes of configuration and IAM as entries of the audit log: they are saved in the transaction of the write. */
import type { Service } from "../call.ts";
import { snapshotAfter } from "../snapshot/load.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { AuditEntry, MemberChange } from "../store/audit-chain.ts";
import type { Change, Touched, Write } from "../store/change.ts";
import { type RevocationKind, revocationOwners } from "../store/revocations.ts";
import type { Topic } from "../store/tables.ts";
import type { AuditAction } from "./actions.ts";
import { MAX_TOLD, memberChanges } from "./member-changes.ts";
import { nameOf, oneLine, who, writerOf } from "./names.ts";

type Verb = "created" | "changed" | "deleted";
type Noun<A> = A extends `${infer N}_created`
  ? `${N}_deleted` extends AuditAction
    ? N
    : never
  : never;

/** What the records of a topic are called; topics with actions of their own are told apart below. */
const NOUNS = {
  oauth_clients: "client",
  oauth_providers: "provider",
  ldap_configs: "directory",
  saml_providers: "saml_provider",
  webhooks: "webhook",
  users: "user",
  roles: "role",
  permissions: "permission",
  lmaps: "group_map",
  api_keys: "api_key",
  totp: "second_factor",
  passkeys: "passkey",
  invitations: "invitation",
  initial_access_tokens: "registration_token",
} as const satisfies Record<
  Exclude<Topic, "settings" | "revocations" | "encryption">,
  Noun<AuditAction>
>;

type Recorded = keyof typeof NOUNS;

/** @param isNew the record was not there before */
function verbOf(action: Change["action"], isNew: boolean): Verb {
  if (action === "delete") return "deleted";
  return action === "create" || (action === "upsert" && isNew) ? "created" : "changed";
}

function suspensionChange(changes: readonly MemberChange[]): AuditAction | undefined {
  const change = changes.find(
    ({ member }) => member === "suspension" || member.startsWith("suspension."),
  );
  if (!change) return undefined;
  return "after" in change ? "user_suspended" : "user_reinstated";
}

/** What happened to a user, where there is a word for it. */
function userAction(change: Change, changes: readonly MemberChange[]): AuditAction | undefined {
  const { action } = change;
  if (action === "sync") return "users_synced";
  if (action === "import") return "users_imported";
  if (action === "link") return "identity_linked";
  if (action === "unlink") return "identity_unlinked";
  if (action === "upsert") return "account_recovered";
  if (action !== "update") return undefined;
  const suspension = suspensionChange(changes);
  if (suspension) return suspension;
  const disabled = changes.find(({ member }) => member === "disabled");
  if (disabled) return disabled.after === true ? "user_disabled" : "user_enabled";
  return changes.some(({ member, secret }) => secret && member === "details.password")
    ? "password_changed"
    : undefined;
}

function actionOf(change: Change, isNew: boolean, changes: readonly MemberChange[]): AuditAction {
  const { topic, action } = change;
  if (topic === "encryption") return "encryption_key_changed";
  if (topic === "revocations") return "token_revoked";
  if (topic === "settings") {
    if (action === "rotate") return "signing_key_changed";
    return action === "delete" ? "setting_reset" : "setting_changed";
  }
  const named = topic === "users" ? userAction(change, changes) : undefined;
  return named ?? `${NOUNS[topic as Recorded]}_${verbOf(action, isNew)}`;
}

const REVOKED: Readonly<Record<RevocationKind, AuditAction>> = {
  revoked: "token_revoked",
  revoked_session: "sign_in_ended",
  revoked_principal: "sign_ins_ended",
  revoked_consent: "consent_withdrawn",
};

/** One entry for each thing that was revoked. */
async function ofRevocations(open: Write, after: Snapshot, by: Partial<AuditEntry>) {
  const ids = [...(open.touched.get("revocations") ?? [])];
  const owners = await revocationOwners(open.tx, ids.slice(0, MAX_TOLD));
  return owners.map(({ kind, subject, client, id }): AuditEntry => {
    const target = { target_id: oneLine(subject), target: nameOf(after, "users", subject) };
    const about = client === undefined ? {} : { client_id: oneLine(client) };
    const facts = kind === "revoked" || kind === "revoked_session" ? { id: oneLine(id) } : {};
    return {
      ...{ ...by, ...target, ...about, target_kind: "users" },
      ...{ action: REVOKED[kind], outcome: "done", facts },
    };
  });
}

/** Rows that moved besides those of the topic that the change is about. */
function besides(touched: Touched, topic: Topic): Record<string, number> {
  const others = touched.entries().filter(([other]) => other !== topic && other !== "revocations");
  return Object.fromEntries(others.map(([other, ids]) => [`touched_${other}`, ids.size]));
}

/** The read model before and after an open write, exactly: see `modelBefore`. */
interface Models {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

function origin(open: Write, model: Snapshot, change: Change): Partial<AuditEntry> {
  const { principal, network, agent, request_id } = open.whence?.() ?? {};
  const writer =
    principal && principal.kind !== "unknown"
      ? who(principal.kind, principal.id, principal.name)
      : writerOf(model, change.actor);
  return {
    ...writer,
    ...(network && { network: oneLine(network) }),
    ...(agent && { agent: oneLine(agent) }),
    ...(request_id && { request_id: oneLine(request_id) }),
  };
}

async function ofChange(
  open: Write,
  change: Change,
  several: boolean,
  { before, after }: Models,
): Promise<AuditEntry[]> {
  const { topic, entity } = change;
  const by = origin(open, before, change);
  if (topic === "revocations") return ofRevocations(open, after, by);
  const touched = [...(open.touched.get(topic) ?? [])];
  const ids = several || touched.includes(entity) ? [entity] : touched;
  // A record that cannot be shown is told without its members: the write does not depend on it.
  const changes = await memberChanges(topic, ids, before, after).catch(() => []);
  const isNew = !isThere(before, topic, entity);
  const known = isThere(after, topic, entity) ? after : before;
  // What belongs to a person is found at the person.
  const owner = ownerOf(open, topic, entity, known);
  const behalf =
    owner === undefined ? {} : { behalf_id: owner, behalf: nameOf(known, "users", owner) };
  return [
    {
      ...by,
      ...behalf,
      action: actionOf(change, isNew, changes),
      outcome: "done",
      ...{ target_kind: topic, target_id: oneLine(entity), target: nameOf(known, topic, entity) },
      ...(topic === "oauth_clients" && { client_id: oneLine(entity) }),
      facts: {
        version: open.version,
        ...besides(open.touched, topic),
        ...(touched.length > 1 && { records: touched.length }),
      },
      changes,
    },
  ];
}

/** The one user whose key or passkey it is. */
function ownerOf(open: Write, topic: Topic, id: string, known: Snapshot): string | undefined {
  if (topic === "api_keys") return known.api_keys.get(id)?.owner_id;
  const [first, ...others] = topic === "passkeys" ? open.removed.keys() : [];
  return others.length === 0 ? first : undefined;
}

function isThere(snapshot: Snapshot, topic: Topic, id: string): boolean {
  if (topic === "users") return snapshot.principals.has(id);
  if (topic === "settings") return snapshot.stored_settings.has(id);
  const all = (snapshot as unknown as Record<string, unknown>)[topic];
  return all instanceof Object && "has" in all && typeof all.has === "function" && all.has(id);
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const contextOf = ({ store: { box } }: Service) => ({
  ...{ box, details: box, log: silent, signatures: undefined, starting: false },
});

/**
 * The read model as a write finds it. Ours may lag behind another instance, and what it misses can be read only before
 * the write has changed anything: called at its beginning.
 */
export async function modelBefore(service: Service, open: Write): Promise<Snapshot> {
  const { current } = service.snapshots;
  if (current.version >= open.version - 1) return current;
  const before = await snapshotAfter(open, current, new Map(), contextOf(service));
  return { ...before, version: open.version - 1 };
}

/** Entries of a write that is about to be committed. */
export async function entriesOfWrite(
  service: Service,
  open: Write,
  changes: readonly Change[],
  before: Snapshot,
): Promise<AuditEntry[]> {
  const told = changes.some(({ topic }) => topic !== "revocations" && topic !== "encryption");
  const few = [...open.touched.values()].every((ids) => ids.size <= MAX_TOLD);
  const after =
    told && few ? await snapshotAfter(open, before, open.touched, contextOf(service)) : before;
  const all: AuditEntry[] = [];
  for (const change of changes) {
    all.push(...(await ofChange(open, change, changes.length > 1, { before, after })));
  }
  return all;
}
