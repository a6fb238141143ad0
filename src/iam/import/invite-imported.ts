/** People of a batch are invited in the write that brings them; a dry run says who would be (ADR 0115). */
import type { Service } from "../../call.ts";
import type { Write } from "../../store/change.ts";
import { isAdministrator } from "../administrators/limited.ts";
import { inviteAccounts } from "../invitations/invite-accounts.ts";
import {
  type AccountInvitation,
  type Invitee,
  inTheWay,
  invitedBefore,
  readInvitees,
} from "../invitations/ways-of-people.ts";
import type { ImportOptions } from "./import-options.ts";
import type { Decided } from "./plan.ts";
import type { Run } from "./run.ts";

/** Of people whose mail has to have some language. */
const LANGUAGE = "en";

/** Someone who would be made. */
function newInvitee(
  { wish: { person }, create }: Decided & { kind: "create" },
  local: boolean,
): Invitee {
  const hash = local ? person.hash : undefined;
  return {
    ...{ alias: person.alias, local, disabled: person.enabled === false },
    details: { ...person.details, ...(hash !== undefined && { password: hash }) },
    has_ways: create.identities.length > 0,
  };
}

/** The account as it would be after a change. */
const changedInvitee = (
  found: Invitee | undefined,
  { update }: Decided & { kind: "update" },
): Invitee => ({
  ...{ alias: update.alias, details: update.details, local: update.row.local },
  ...{
    disabled: update.disabled,
    has_ways: found?.has_ways === true || update.identities.length > 0,
  },
});

const idOf = (one: Decided, written: string | undefined): string | undefined =>
  written ?? ("id" in one ? one.id : undefined);

/** Who is asked about at all: entries of people that are here, and that do not say no. */
const isAsked = (one: Decided): boolean =>
  one.kind !== "refused" && one.wish.person.invite !== false;

function rulingAmong(
  { snapshots }: Service,
  ids: readonly string[],
): ReadonlySet<string | undefined> {
  const snapshot = snapshots.current;
  return new Set(
    ids.filter((id) => {
      const record = snapshot.principals.get(id);
      return record !== undefined && isAdministrator(snapshot, record);
    }),
  );
}

async function wouldBe(
  { service }: Run,
  open: Write,
  decided: readonly Decided[],
  ids: readonly (string | undefined)[],
  { local }: ImportOptions,
): Promise<(AccountInvitation | undefined)[]> {
  const known = ids.filter((id) => id !== undefined);
  const found = await readInvitees(service, open.tx, known);
  const before = await invitedBefore(open, known);
  return decided.map((one, index) => {
    if (!isAsked(one)) return undefined;
    const stored = found.get(ids[index] ?? "");
    const invitee =
      one.kind === "create"
        ? newInvitee(one, one.wish.person.local ?? local)
        : one.kind === "update"
          ? changedInvitee(stored, one)
          : stored;
    // The second entry of one who would be made.
    if (!invitee) return "invited_before";
    return inTheWay(invitee) ?? (before.has(ids[index] ?? "") ? "invited_before" : "invited");
  });
}

/** What becomes of the invitation of each entry; undefined where none was asked for. */
export async function inviteImported(
  run: Run,
  open: Write,
  decided: readonly Decided[],
  written: readonly (string | undefined)[],
): Promise<(AccountInvitation | undefined)[]> {
  const { service, options, actor, pretended } = run;
  if (!options.invite) return decided.map(() => undefined);
  const ids = decided.map((one, index) => (isAsked(one) ? idOf(one, written[index]) : undefined));
  const known = ids.filter((id) => id !== undefined);
  const administrators = options.allow_administrators
    ? new Set<undefined>()
    : rulingAmong(service, known);
  if (pretended) {
    const would = await wouldBe(run, open, decided, ids, options);
    return would.map((one, index) =>
      one === "invited" && administrators.has(ids[index]) ? "administrator" : one,
    );
  }
  const invitees = known.filter((id) => !administrators.has(id));
  const results = await inviteAccounts(service, open, invitees, LANGUAGE, actor);
  return ids.map((id): AccountInvitation | undefined => {
    if (id === undefined) return undefined;
    if (administrators.has(id)) return "administrator";
    const { result = "no_address" } = results.get(id) ?? {};
    return result === "not_found" ? undefined : result;
  });
}
