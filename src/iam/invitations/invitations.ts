/**
 * Invitations as rows (ADR 0086): no account and no alias exists before one is accepted. Every step is one write behind
 * the lock of writers, so that of two instances one decides (P-4).
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Call, Service, Writer } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { type Message, message as sentence } from "../../messages/message.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Duration } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import type { Language } from "../../std/texts/languages.ts";
import { ulid } from "../../std/ulid.ts";
import { reachable } from "../../store/availability.ts";
import type { Write } from "../../store/change.ts";
import { DATABASE_TIME } from "../../store/database-time.ts";
import { mutate } from "../../store/mutate.ts";
import { type InvitationDecision, invitations } from "../../store/tables.ts";
import { administratorRoles } from "../administrators/limited.ts";
import { takenAliases } from "../principals/free-aliases.ts";
import { textArray } from "../roles/cascade.ts";
import { requireKnownIds } from "../roles/known-ids.ts";
import { withContainers } from "../search/permission-filter.ts";

const TOPIC = "invitations";
/** 192 bits, as the codes of other mails. */
const CODE_BYTES = 24;
const CODE = /^[0-9a-f]{48}$/;
/** Invitations that have ended are shown this long. */
const KEPT = sql`interval '90 days'`;

type Row = typeof invitations.$inferSelect;

/** `open` only while its time has not come. */
export type InvitationState = InvitationDecision | "expired";
export const INVITATION_STATES = ["open", "expired", "accepted", "withdrawn"] as const;

/** An invitation as administrators see it; its code is known to the mail alone. */
export interface Invitation extends Omit<Row, "code_hash" | "decision" | "address_key"> {
  readonly state: InvitationState;
}

/** What all invitations of one request have in common. */
export interface InvitationTerms {
  readonly language: Language;
  readonly role_ids: readonly string[];
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly lifetime: Duration;
}

/** A person to be invited; the address is checked, and in lower case. */
export interface Invited {
  readonly address: string;
  readonly name: string;
}

/** An invitation that waits for its mail. */
export interface Sendable {
  readonly invitation: Invitation;
  /** In the link alone. */
  readonly code: string;
}

/** What became of one address: an invitation, or what is in its way. */
export type Issued =
  | ({ readonly kind: "made" } & Sendable)
  | { readonly kind: "taken" }
  | { readonly kind: "open"; readonly id: string };

const stateOf = ({ decision, expires_at }: Row, now: Date): InvitationState =>
  decision === "open" && expires_at <= now ? "expired" : decision;

export function shown(row: Row, now: Date): Invitation {
  const { code_hash: _secret, decision: _decided, address_key: _form, ...rest } = row;
  return { ...rest, state: stateOf(row, now) };
}

const open = and(eq(invitations.decision, "open"), gt(invitations.expires_at, DATABASE_TIME));
export const newCode = ({ runtime }: Service): string => encodeHex(runtime.random(CODE_BYTES));

/** Those of the keys that an open invitation has, with its id. */
async function openFor({ tx }: Write, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .select({ key: invitations.address_key, id: invitations.id })
    .from(invitations)
    .where(and(open, inArray(invitations.address_key, [...keys])));
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/**
 * Makes an invitation for each address that no principal, client or open invitation has. Answers in the order of the
 * people. Throws `invalid_request` for a role that does not exist.
 */
export async function issueInvitations(
  { service, store }: Writer,
  people: readonly Invited[],
  terms: InvitationTerms,
  actor: string,
): Promise<readonly Issued[]> {
  const { runtime } = service;
  const { result } = await mutate(
    store,
    (issued: readonly Issued[]) =>
      issued.flatMap((one) =>
        one.kind === "made"
          ? [{ topic: TOPIC, action: "create", entity: one.invitation.id, actor } as const]
          : [],
      ),
    async (write) => {
      const message = "cannot invite";
      await requireKnownIds(write, { role_ids: terms.role_ids, permission_ids: [] }, message);
      await write.tx.delete(invitations).where(
        and(
          lte(invitations.expires_at, sql`${DATABASE_TIME} - ${KEPT}`),
          // Who was invited to an account is not invited again by the next import: it goes with the account.
          or(isNull(invitations.user_id), eq(invitations.decision, "accepted")),
        ),
      );
      const keys = people.map(({ address }) => canonicalAlias(address));
      const taken = await takenAliases(write, keys);
      const waiting = await openFor(write, keys);
      const rows: Row[] = [];
      const issued = people.map(({ address, name }, index): Issued => {
        const address_key = keys[index] ?? "";
        if (taken.has(address_key)) return { kind: "taken" };
        const other = waiting.get(address_key);
        if (other !== undefined) return { kind: "open", id: other };
        const code = newCode(service);
        const id = ulid(runtime.clock.now(), runtime.random);
        const { lifetime, role_ids, ...rest } = terms;
        const row: Row = {
          ...{ id, address, address_key, name, ...rest, role_ids: [...role_ids] },
          ...{ code_hash: sha256Hex(code), decision: "open", user_id: null, mails: 1 },
          expires_at: new Date(write.now.getTime() + lifetime),
          ...{ invited_by: actor, created_at: write.now, updated_at: write.now },
        };
        waiting.set(address_key, id);
        rows.push(row);
        return { kind: "made", invitation: shown(row, write.now), code };
      });
      if (rows.length > 0) {
        await write.tx.insert(invitations).values(rows);
        write.touch(TOPIC, ...rows.map(({ id }) => id));
      }
      return issued;
    },
  );
  return result;
}

async function storedInvitation({ tx }: Write, id: string): Promise<Row> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id));
  if (!row) throw notFound();
  return row;
}

const notFound = () => new AuthError("not_found", sentence("refusal.invitation"));
const conflict = (message: string, detail: Message) =>
  new AuthError("conflict", message, { detail });

/** Throws `not_found`. */
export async function readStoredInvitation(
  { store }: Service,
  id: string,
): Promise<Pick<Invitation, "id" | "address">> {
  const [row] = await reachable(() =>
    store.db
      .select({ id: invitations.id, address: invitations.address })
      .from(invitations)
      .where(eq(invitations.id, id)),
  );
  if (!row) throw notFound();
  return row;
}

/** Where each of these invitations that is stored leads, as a write leaves it. */
export async function invitedTo(
  { tx }: Write,
  ids: readonly string[],
): Promise<readonly Pick<Row, "role_ids" | "user_id">[]> {
  const { role_ids, user_id } = invitations;
  return tx
    .select({ role_ids, user_id })
    .from(invitations)
    .where(inArray(invitations.id, [...ids]));
}

/**
 * A new code and a new term for an invitation that is open or has expired; the link of the earlier mail ends. Throws
 * `conflict` for one that was decided, and for an address that has an account or another invitation by now.
 */
export async function renewInvitation(
  { service, store }: Writer,
  id: string,
  lifetime: Duration,
  actor: string,
): Promise<Sendable> {
  const code = newCode(service);
  const change = { topic: TOPIC, action: "update", entity: id, actor } as const;
  const { result } = await mutate(store, change, async (write) => {
    const message = "cannot send the invitation again";
    const row = await storedInvitation(write, id);
    if (row.decision !== "open")
      throw conflict(message, sentence(`refusal.invitation_${row.decision}`));
    if ((await takenAliases(write, [row.address_key], row.user_id ?? "")).size > 0) {
      throw conflict(message, sentence("refusal.invitation_account"));
    }
    const other = (await openFor(write, [row.address_key])).get(row.address_key) ?? id;
    if (other !== id) throw conflict(message, sentence("refusal.invitation_other"));
    const renewed = {
      code_hash: sha256Hex(code),
      mails: row.mails + 1,
      expires_at: new Date(write.now.getTime() + lifetime),
      updated_at: write.now,
    };
    await write.tx.update(invitations).set(renewed).where(eq(invitations.id, id));
    write.touch(TOPIC, id);
    return { invitation: shown({ ...row, ...renewed }, write.now), code };
  });
  return result;
}

/** Ends an invitation that was not accepted: its link is worth nothing from now on. Answers the version. */
export async function withdrawInvitation(
  { store }: Writer,
  id: string,
  actor: string,
): Promise<number> {
  const change = { topic: TOPIC, action: "delete", entity: id, actor } as const;
  const { version } = await mutate(store, change, async (write) => {
    const { decision } = await storedInvitation(write, id);
    if (decision !== "open")
      throw conflict("cannot withdraw the invitation", sentence(`refusal.invitation_${decision}`));
    const values = { decision: "withdrawn", updated_at: write.now } as const;
    await write.tx.update(invitations).set(values).where(eq(invitations.id, id));
    write.touch(TOPIC, id);
  });
  return version;
}

const ofState = (state: InvitationState | undefined): SQL | undefined => {
  if (state === undefined) return undefined;
  if (state === "open") return open;
  if (state !== "expired") return eq(invitations.decision, state);
  return and(eq(invitations.decision, "open"), lte(invitations.expires_at, DATABASE_TIME));
};

/** Those that an administrator with fewer rights may see, as `reachesInvitation` says it of one. */
function visibleTo({ limits }: Call, snapshot: Snapshot): SQL | undefined {
  if (!limits || limits.grants.some(({ may }) => may.includes("read"))) return undefined;
  const administrating = administratorRoles(snapshot);
  const given = limits.grants.map(({ people_of, roles }) => {
    const givable = JSON.stringify(roles.filter((id) => !administrating.has(id)));
    const reached = textArray([...withContainers(snapshot, people_of)]);
    return and(
      sql`${invitations.role_ids} <@ ${givable}::jsonb`,
      people_of.length > 0 ? sql`${invitations.role_ids} ?| ${reached}` : undefined,
    );
  });
  return or(...given);
}

/** A page of them, the newest first. */
export async function listInvitations(
  call: Call,
  { state, limit, offset }: { state: InvitationState | undefined; limit: number; offset: number },
): Promise<{ readonly total: number; readonly invitations: readonly Invitation[] }> {
  const {
    snapshot,
    service: { store },
  } = call;
  const wanted = and(ofState(state), visibleTo(call, snapshot));
  return reachable(async () => {
    const [found] = await store.db.select({ total: count() }).from(invitations).where(wanted);
    const rows = await store.db
      .select({ row: invitations, now: DATABASE_TIME.mapWith(invitations.created_at) })
      .from(invitations)
      .where(wanted)
      .orderBy(desc(invitations.created_at), asc(invitations.id))
      .limit(limit)
      .offset(offset);
    const total = found?.total ?? 0;
    return { total, invitations: rows.map(({ row, now }) => shown(row, now)) };
  });
}

const withCode = (code: string): SQL | undefined =>
  and(open, eq(invitations.code_hash, sha256Hex(code)));

/** The open invitation of a code, without using it up. */
export async function findInvitation({ store }: Service, code: string): Promise<Row | undefined> {
  if (!CODE.test(code)) return undefined;
  const [row] = await reachable(() => store.db.select().from(invitations).where(withCode(code)));
  return row;
}

/**
 * The same inside the write that accepts it, as it was before the decision; undefined when another was quicker.
 * @param user_id of the account that comes of it, where it leads to none that is here
 */
export async function takeInvitation(
  write: Write,
  code: string,
  user_id: string,
): Promise<Row | undefined> {
  if (!CODE.test(code)) return undefined;
  const [row] = await write.tx.select().from(invitations).where(withCode(code));
  if (!row) return undefined;
  await write.tx
    .update(invitations)
    .set({ decision: "accepted", user_id: row.user_id ?? user_id, updated_at: write.now })
    .where(eq(invitations.id, row.id));
  write.touch(TOPIC, row.id);
  return row;
}

/** With an account goes what says where it came from. */
export async function forgetInvitations(write: Write, user_id: string): Promise<void> {
  const gone = await write.tx
    .delete(invitations)
    .where(eq(invitations.user_id, user_id))
    .returning({ id: invitations.id });
  if (gone.length > 0) write.touch(TOPIC, ...gone.map(({ id }) => id));
}
