/** What a reading says of who is still there (decision E-6). Pure. */
import type { Links } from "../iam/directory/directory-links.ts";
import type { Standing } from "../iam/directory/standing.ts";
import { directorySource, SOME_DIRECTORY } from "../iam/people/recognise.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { TimeSlices } from "../std/time-slices.ts";
import type { LeftReason } from "../store/tables.ts";
import type { Directory } from "./active.ts";
import type { EntryStanding } from "./entry-standing.ts";
import type { Person } from "./people.ts";
import { holderOf, recogniseIn } from "./recognition.ts";

/** Why an entry is refused now; undefined for one in force, and where the record keeps leavers. */
export function refusedEntry(
  { config }: Directory,
  { standing }: { readonly standing: EntryStanding },
  now: number,
): LeftReason | undefined {
  if (config.leavers === "keep") return undefined;
  if (standing.disabled) return "disabled";
  return standing.ends !== undefined && standing.ends <= now ? "expired" : undefined;
}

/** So few may leave in one run however few there are in all. */
const ALWAYS_ALLOWED = 5;
/** One of so many may leave in one run. */
const MIN_PRESENT_PER_LEAVER = 4;

export interface StandingPlan {
  /** Users who are back, who are now known to be of this directory, or whose reason changed. */
  readonly updates: readonly Standing[];
  /** Users who are refused from now on. */
  readonly leaving: readonly Standing[];
  /** Users who left and are too many at once: none of them is in `leaving` (D-5). */
  readonly held: number;
}

/** Whether the user is a person of this record, or of some directory from before records were noted. */
export const belongs = ({ local, source }: PrincipalRecord, record: string): boolean =>
  !local && (source === directorySource(record) || source === SOME_DIRECTORY);

export interface StandingQuestion {
  readonly directory: Directory;
  readonly links: Links;
  readonly now: number;
  /** Takes any number of leavers: an administrator has looked. */
  readonly all: boolean;
}

/** What a complete reading means for the users of the directory; those of other sources are not its to refuse. */
export async function planStanding(
  snapshot: Snapshot,
  people: readonly Person[],
  { directory, links, now, all }: StandingQuestion,
): Promise<StandingPlan> {
  const slices = new TimeSlices();
  const found = new Map<string, Person>();
  /** Whose entry is there and does not show whose it is. */
  const unclear = new Set<string>();
  for (const person of people) {
    await slices.yieldTurn();
    const who = recogniseIn(snapshot, links, person);
    if (who.kind === "conflict" && who.reason === "no_id") {
      const holder = holderOf(snapshot, person.uid);
      if (holder && holder !== "many") unclear.add(holder.id);
    }
    if (who.kind !== "known") continue;
    // Of two that are one name here the one that is written like it is the user.
    if (found.has(who.user.id) && !who.user.alias.includes(person.uid)) continue;
    found.set(who.user.id, person);
  }
  const updates: Standing[] = [];
  const leaving: Standing[] = [];
  let present = 0;
  for (const user of snapshot.users.values()) {
    await slices.yieldTurn();
    const person = found.get(user.id);
    if (unclear.has(user.id) || !belongs(user, directory.id)) continue;
    if (!user.left) present += 1;
    const gone = directory.config.leavers === "keep" ? undefined : "gone";
    const left = person ? refusedEntry(directory, person, now) : gone;
    const standing = { id: user.id, left };
    if (left && !user.left) leaving.push(standing);
    else if (left !== user.left?.reason) updates.push(standing);
  }
  const tooMany =
    !all && leaving.length > ALWAYS_ALLOWED && leaving.length * MIN_PRESENT_PER_LEAVER > present;
  return { updates, leaving: tooMany ? [] : leaving, held: tooMany ? leaving.length : 0 };
}
