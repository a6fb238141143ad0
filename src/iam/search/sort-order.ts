/**
 * Sorted lists (auth-wire 1.4): texts by their lower-case letters with accents after the plain ones, times and
 * numbers by size, what is equal in the order of the ids. A long list is sorted in pieces between which other
 * requests get their turn.
 */
import { pause } from "../../std/deadline.ts";
import { normalForm } from "../../std/normal-form.ts";

/** What a list is sorted by. */
export type SortKey = string | number;

/** A sort that a request asks for: `name`, or `-name` for the reverse. */
export interface Sort<Name extends string> {
  readonly by: Name;
  readonly descending: boolean;
}

/** Reads `_sort`; undefined for a word that the list does not know, which sorts by nothing. */
export function readSort<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Sort<Name> | undefined {
  const word = text?.trim() ?? "";
  const descending = word.startsWith("-");
  const by = names.find((name) => name === (descending ? word.slice(1) : word));
  return by && { by, descending };
}

/** Letters of one kind stand together, whatever their case; accents come right after the plain letter. */
export const textKey = (text: string): string => normalForm(text.toLowerCase(), "NFD");

interface Entry<T> {
  readonly key: SortKey;
  readonly item: T;
}

/** Items that are looked at before other requests get their turn: about two milliseconds. */
const PIECE_LENGTH = 4_096;

function merged<T>(left: readonly Entry<T>[], right: readonly Entry<T>[]) {
  const all: Entry<T>[] = [];
  let [at, other] = [0, 0];
  return {
    all,
    /** Takes the next piece; false when there is nothing left. */
    step(): boolean {
      for (let taken = 0; taken < PIECE_LENGTH; taken++) {
        const [one, two] = [left[at], right[other]];
        if (!one && !two) return false;
        if (one && (!two || one.key <= two.key)) {
          all.push(one);
          at += 1;
        } else if (two) {
          all.push(two);
          other += 1;
        }
      }
      return true;
    },
  };
}

/** The items from the least key to the greatest; equal ones stay in their order. */
export async function sortPatiently<T>(
  items: readonly T[],
  keyOf: (item: T) => SortKey,
): Promise<readonly T[]> {
  let runs: Entry<T>[][] = [];
  for (let from = 0; from < items.length; from += PIECE_LENGTH) {
    if (from > 0) await pause(0);
    const piece = items
      .slice(from, from + PIECE_LENGTH)
      .map((item) => ({ key: keyOf(item), item }));
    runs.push(piece.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  }
  while (runs.length > 1) {
    const next: Entry<T>[][] = [];
    for (let pair = 0; pair < runs.length; pair += 2) {
      const merging = merged(runs[pair] ?? [], runs[pair + 1] ?? []);
      while (merging.step()) await pause(0);
      next.push(merging.all);
    }
    runs = next;
  }
  return (runs[0] ?? []).map(({ item }) => item);
}
