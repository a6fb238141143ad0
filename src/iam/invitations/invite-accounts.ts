/**
 * Invitations to accounts that are here: their mails wait in the database, so that a restart loses none and any instance
 * sends them (ADR 0115).
 */
import type { Service } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { type Language, lookUp } from "../../std/texts/languages.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { invitations } from "../../store/tables.ts";
import { newCode } from "./invitations.ts";
import {
  type AccountInvitation,
  type Invitee,
  inTheWay,
  invitedAddress,
  invitedBefore,
  readInvitees,
} from "./ways-of-people.ts";

/** What became of one account, and the invitation that it has now. */
export interface InvitedAccount {
  readonly result: AccountInvitation | "not_found";
  readonly id?: string;
}

type Row = typeof invitations.$inferInsert;

/** Nothing opens it before its mail is written: the code in the hash is kept nowhere. */
function waitingRow(
  service: Service,
  open: Write,
  user_id: string,
  invitee: Invitee,
  language: Language,
  actor: string,
): Row {
  const { snapshots, runtime } = service;
  const { lifetime } = snapshots.current.settings.accounts.invitation;
  const { locale, name } = invitee.details;
  const address = invitedAddress(invitee)?.toLowerCase() ?? "";
  return {
    id: ulid(runtime.clock.now(), runtime.random),
    ...{ user_id, address, address_key: canonicalAlias(address) },
    name: typeof name === "string" ? name.slice(0, 100) : "",
    language: (typeof locale === "string" && lookUp(locale)) || language,
    ...{ role_ids: [], client_id: "", redirect_uri: "", decision: "open", mails: 0 },
    code_hash: sha256Hex(newCode(service)),
    expires_at: new Date(open.now.getTime() + lifetime),
    ...{ invited_by: actor, created_at: open.now, updated_at: open.now },
  };
}

/**
 * Invites each of the users to whom no invitation was made yet and whose account nothing opens.
 * @param language of those whose account says none
 */
export async function inviteAccounts(
  service: Service,
  open: Write,
  ids: readonly string[],
  language: Language,
  actor: string,
): Promise<ReadonlyMap<string, InvitedAccount>> {
  const invitees = await readInvitees(service, open.tx, ids);
  const before = await invitedBefore(open, ids);
  const rows: Row[] = [];
  const results = new Map<string, InvitedAccount>();
  for (const id of new Set(ids)) {
    const invitee = invitees.get(id);
    const other = before.get(id);
    const reason = invitee && inTheWay(invitee);
    if (!invitee) results.set(id, { result: "not_found" });
    else if (reason) results.set(id, { result: reason });
    else if (other !== undefined) results.set(id, { result: "invited_before", id: other });
    else {
      const row = waitingRow(service, open, id, invitee, language, actor);
      rows.push(row);
      results.set(id, { result: "invited", id: row.id });
    }
  }
  if (rows.length > 0) {
    await open.tx.insert(invitations).values(rows);
    open.touch("invitations", ...rows.map(({ id }) => id));
  }
  return results;
}
