/**
 * Which records may have a part of a text (ADR 0104). Runs of three characters fall into 256 rows, and each row has a bit for
 * every record whose text has such a run: the rows of a part, laid over each other, leave the records that are worth reading.
 * Blocks of records follow a list, and those in which nothing moved are taken over as they are.
 */
import type { LoadOrigin } from "../../snapshot/recent-changes.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { pause } from "../../std/deadline.ts";
import { makeSearchable } from "./principal-search.ts";

const RUN = 3;
const ROWS = 256;
const WORD_BITS = 32;
const BLOCK_SIZE = 512;
const WORDS = BLOCK_SIZE / WORD_BITS;
const SLICE_MS = 5;

interface Block {
  /** As many as a block holds, at most. */
  readonly records: readonly PrincipalRecord[];
  /** Row by row, a bit for each record. */
  readonly bits: Uint32Array;
  /** Details of some do not open yet: those have all bits, and the block is not used again. */
  readonly isClosed: boolean;
}

/** A run with the next character at its end, the first one gone: three characters, eight bits apart. */
const moved = (run: number, character: number): number => ((run << 8) ^ character) & 0xffffff;
const rowOf = (run: number): number => Math.imul(run, 0x9e3779b1) >>> 24;

function blockOf(records: readonly PrincipalRecord[]): Block {
  const bits = new Uint32Array(ROWS * WORDS);
  let isClosed = false;
  for (let place = 0; place < records.length; place++) {
    const text = records[place]?.details.searchText;
    const word = place >>> 5;
    const bit = 1 << (place & 31);
    if (text === undefined) {
      isClosed = true;
      for (let row = 0; row < ROWS; row++) mark(bits, row, word, bit);
      continue;
    }
    let run = 0;
    for (let at = 0; at < text.length; at++) {
      run = moved(run, text.charCodeAt(at));
      if (at >= RUN - 1) mark(bits, rowOf(run), word, bit);
    }
  }
  return { records, bits, isClosed };
}

function mark(bits: Uint32Array, row: number, word: number, bit: number): void {
  const at = row * WORDS + word;
  bits[at] = (bits[at] ?? 0) | bit;
}

/** Rows in which every text has a bit that has all parts; none for parts that are too short to say anything. */
function rowsOf(parts: readonly string[]): readonly number[] {
  const rows = new Set<number>();
  for (const part of parts) {
    let run = 0;
    for (let at = 0; at < part.length; at++) {
      run = moved(run, part.charCodeAt(at));
      if (at >= RUN - 1) rows.add(rowOf(run));
    }
  }
  return [...rows];
}

/** Adds the records of a block that have a bit in every row, in order. */
function addFound(
  { records, bits }: Block,
  rows: readonly number[],
  found: PrincipalRecord[],
): void {
  for (let word = 0; word * WORD_BITS < records.length; word++) {
    let left = -1;
    for (let at = 0; at < rows.length && left !== 0; at++) {
      left &= bits[(rows[at] ?? 0) * WORDS + word] ?? 0;
    }
    while (left !== 0) {
      const lowest = left & -left;
      left ^= lowest;
      const record = records[word * WORD_BITS + (31 - Math.clz32(lowest))];
      if (record) found.push(record);
    }
  }
}

/** Where the record with this id stands in the list, or would. */
export function position(records: readonly PrincipalRecord[], id: string): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle]?.id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isUnmoved = (
  { records, isClosed }: Block,
  list: readonly PrincipalRecord[],
  from: number,
  to: number,
): boolean =>
  !isClosed &&
  records.length === to - from &&
  records.every((record, at) => record === list[from + at]);

/** Blocks of this list; those of an earlier one are used again where the same records stand between their ids. */
async function follow(
  snapshot: Snapshot,
  list: readonly PrincipalRecord[],
  known: readonly Block[],
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  const firsts = known.map(({ records }) => records[0]?.id ?? "");
  let since = performance.now();
  for (let from = 0, at = 0; from < list.length; at++) {
    const next = firsts[at + 1];
    const to = next === undefined ? list.length : position(list, next);
    const block = known[at];
    if (block && isUnmoved(block, list, from, to)) blocks.push(block);
    else {
      const stretch = list.slice(from, to);
      await makeSearchable(snapshot, stretch);
      // In equal parts: a full block that gets one more record must not leave a block of one record behind.
      const size = Math.ceil(stretch.length / Math.ceil(stretch.length / BLOCK_SIZE));
      for (let part = 0; part < stretch.length; part += size) {
        blocks.push(blockOf(stretch.slice(part, part + size)));
        if (performance.now() - since < SLICE_MS) continue;
        await pause(0);
        since = performance.now();
      }
    }
    from = to;
  }
  return blocks;
}

interface Blocks {
  readonly list: readonly PrincipalRecord[];
  readonly blocks: readonly Block[];
}

const kept = new WeakMap<LoadOrigin, Map<string, Blocks>>();

/**
 * Records of the list, opened, that may have all parts in their text: all that have them, in the order of the list.
 * @param name of the list, whose blocks are kept until the next load of the read model
 * @param list in the order of ids
 * @param parts in lower case
 */
export async function recordsWith(
  snapshot: Snapshot,
  name: string,
  list: readonly PrincipalRecord[],
  parts: readonly string[],
): Promise<readonly PrincipalRecord[]> {
  const rows = rowsOf(parts);
  if (rows.length === 0) {
    await makeSearchable(snapshot, list);
    return list;
  }
  const { origin } = snapshot.principal_changes;
  const lists = kept.get(origin) ?? new Map<string, Blocks>();
  kept.set(origin, lists);
  const cached = lists.get(name);
  let blocks = cached?.blocks ?? [];
  if (cached?.list !== list) {
    // Many deletions leave blocks of few records.
    const isThin = blocks.length > 3 * Math.ceil(list.length / BLOCK_SIZE);
    blocks = await follow(snapshot, list, isThin ? [] : blocks);
    // Details that do not open are tried again by the next search.
    const isWhole = !blocks.some(({ isClosed }) => isClosed);
    lists.set(name, { list: isWhole ? list : [], blocks });
  }
  const found: PrincipalRecord[] = [];
  for (const block of blocks) addFound(block, rows, found);
  return found;
}
