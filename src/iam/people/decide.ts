/**
 * What an administrator decides about a person whose name belongs to another account (decision E-5): the two are one
 * person, or the name is the newcomer's.
 */
import { and, eq } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { identities, users } from "../../store/tables.ts";
import { linkIdentity } from "../claim-mapping/identities.ts";
import type { IdentityKey } from "../claim-mapping/vouched.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { takenAliases } from "../principals/free-aliases.ts";
import { openDetails } from "../principals/principals.ts";
import { type Conflict, endConflict, standingConflicts } from "./conflicts.ts";

export const DECISIONS = ["same", "other"] as const;
export type Decision = (typeof DECISIONS)[number];

/** A conflict, as an administrator names it. */
export interface NamedConflict extends IdentityKey {
  readonly name: string;
}

type Row = typeof users.$inferSelect;

const MESSAGE = "cannot decide";
const notFound = () => new AuthError("not_found", message("refusal.conflict"));

/** Throws `not_found` for a conflict that is none any more, and `conflict` for a decision that it does not allow. */
export async function decideConflict(
  { service, store }: Writer,
  named: NamedConflict,
  decision: Decision,
  actor: string,
): Promise<void> {
  const isNamed = (one: Conflict) =>
    one.provider === named.provider &&
    one.issuer === named.issuer &&
    one.subject === named.subject &&
    one.name === named.name;
  const conflict = (await standingConflicts(service)).find(isNamed);
  if (!conflict) throw notFound();
  const change = {
    topic: "users",
    action: decision === "same" ? "link" : "update",
    entity: conflict.user_id,
    actor,
  } as const;
  await mutate(store, change, async (open) => {
    if (!(await endConflict(open.tx, named))) throw notFound();
    const [row] = await open.tx.select().from(users).where(eq(users.id, conflict.user_id));
    const key = canonicalAlias(conflict.name);
    // It may have been renamed, or become local, since the list was read.
    if (!row?.alias_keys.includes(key) || row.local || row.service_account) {
      throw notFound();
    }
    if (decision === "same") await joinPerson(open, conflict, row);
    else await freeName(service, open, conflict, row, actor);
    open.touch("users", row.id);
  });
}

/** The account is known by the new id from now on, in place of what the same record called it. */
async function joinPerson(open: Write, conflict: Conflict, row: Row): Promise<void> {
  const { provider, issuer, subject, label } = conflict;
  if (conflict.reason === "renamed") {
    const detail = "the person has an account of their own already";
    throw new AuthError("conflict", MESSAGE, { detail });
  }
  await open.tx
    .delete(identities)
    .where(and(eq(identities.user_id, row.id), eq(identities.provider, provider)));
  if (subject !== "") await linkIdentity(open, { provider, issuer, subject }, row.id, label);
  await open.tx.update(users).set({ source: provider }).where(eq(users.id, row.id));
}

/** The profile without what now says another person's name. */
async function ownDetails(service: Service, row: Row, isGone: (text: string) => boolean) {
  const stored = await openDetails(service, row);
  const { email, uid } = stored;
  const gone = new Set([
    ...(typeof email === "string" && isGone(email) ? ["email", "email_verified"] : []),
    ...(typeof uid === "string" && isGone(uid) ? ["uid"] : []),
  ]);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !gone.has(name))) as Details;
}

/** `<name>-<end of the id>`, as much of it as makes a name that is free. */
async function displacedName(open: Write, name: string, id: string): Promise<string> {
  for (const length of [6, 10, id.length]) {
    const wanted = `${name}-${id.slice(-length).toLowerCase()}`;
    const key = canonicalAlias(wanted);
    if (!(await takenAliases(open, [key], id)).has(key)) return wanted;
  }
  throw new AuthError("conflict", MESSAGE, { detail: message("refusal.no_free_name") });
}

/**
 * The account gives the name up, and its sessions end. When the same source has given the name again its person has
 * gone: then all its names go, and it is disabled. A person of another source still signs in there.
 */
async function freeName(
  service: Service,
  open: Write,
  conflict: Conflict,
  row: Row,
  actor: string,
): Promise<void> {
  const key = canonicalAlias(conflict.name);
  const hasLeft = conflict.reason === "other_id" || conflict.reason === "no_id";
  const isGone = (text: string) => hasLeft || canonicalAlias(text) === key;
  const displaced = await displacedName(open, conflict.name, row.id);
  const alias = [...row.alias.filter((one) => !isGone(one)), displaced];
  const details = await ownDetails(service, row, isGone);
  await open.tx
    .update(users)
    .set({
      alias,
      alias_keys: alias.map(canonicalAlias),
      details_encrypted: await service.store.box.seal(
        detailsPlace(row.id),
        JSON.stringify(details),
      ),
      ...(hasLeft && { disabled: true }),
      updated_at: open.now,
      updated_by: actor,
    })
    .where(eq(users.id, row.id));
  await endSessions(service, open, row.id);
}
