/**
 * Candidates of text searches at sizes where reading every text would show (P2). Built from the opened
 * texts at the first search, then updated with the changed records. It only narrows: the caller still
 * tests each record, and a record of another version is told apart by identity.
 */
import { changedAfter } from "../../snapshot/recent-changes.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import type { SortedMap } from "../../std/sorted-map.ts";
import { makeSearchable } from "./principal-search.ts";
import { Trigrams } from "./trigrams.ts";

/** With fewer records a scan is as fast as the index. */
const WORTHWHILE = 4_000;
const SLICE = 5;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

interface Built {
  /** Records of this version and of later ones are in it. */
  readonly since: number;
  version: number;
  readonly trigrams: Trigrams;
  readonly records: PrincipalRecord[];
  /** Texts that do not open now but may later (C-3): always candidates. */
  readonly unreadable: Set<PrincipalRecord>;
}

type State = "building" | Built;
const states = new WeakMap<object, Map<string, State>>();

function add(index: Built, record: PrincipalRecord): void {
  const { searchText } = record.details;
  if (searchText === undefined) {
    index.unreadable.add(record);
    return;
  }
  index.trigrams.add(index.records.length, searchText);
  index.records.push(record);
}

async function build(version: number, everybody: readonly PrincipalRecord[]): Promise<Built> {
  const trigrams = new Trigrams();
  const index: Built = { since: version, version, trigrams, records: [], unreadable: new Set() };
  await makeSearchable(everybody);
  let sliceStart = performance.now();
  for (const [at, record] of everybody.entries()) {
    add(index, record);
    if (at % 64 > 0 || performance.now() - sliceStart < SLICE) continue;
    await pause();
    sliceStart = performance.now();
  }
  return index;
}

interface Scope {
  readonly kind: string;
  readonly snapshot: Snapshot;
  readonly records: SortedMap<PrincipalRecord>;
}

/** The index for this snapshot; undefined while another request builds it. */
async function indexFor(
  { kind, snapshot, records }: Scope,
  everybody: readonly PrincipalRecord[],
): Promise<Built | undefined> {
  const { principal_changes: changes, version } = snapshot;
  const kinds = states.get(changes.origin) ?? new Map<string, State>();
  states.set(changes.origin, kinds);
  const state = kinds.get(kind);
  if (state === "building") return undefined;
  const moved = state && changedAfter(changes, state.version);
  if (!state || !moved || state.records.length > 2 * everybody.length) {
    kinds.set(kind, "building");
    try {
      const built = await build(version, everybody);
      kinds.set(kind, built);
      return built;
    } catch (error) {
      kinds.delete(kind);
      throw error;
    }
  }
  if (version < state.since) return undefined;
  const news = [...moved].flatMap((id) => records.get(id) ?? []);
  await makeSearchable(news);
  // Another request may have added them meanwhile; twice does no harm.
  for (const record of news) add(state, record);
  state.version = Math.max(state.version, version);
  return state;
}

/**
 * Searchable records that may contain every part, in no order; undefined when nothing narrows. `most`
 * is how many candidates are still worth sorting.
 */
export async function searchCandidates(
  scope: Scope,
  everybody: readonly PrincipalRecord[],
  parts: readonly string[],
  most: number,
): Promise<PrincipalRecord[] | undefined> {
  if (everybody.length < WORTHWHILE) return undefined;
  const index = await indexFor(scope, everybody);
  if (!index) return undefined;
  const lists = parts.flatMap((part) => index.trigrams.rarest(part) ?? []);
  const [shortest] = lists.sort((a, b) => a.length - b.length);
  if (!shortest || shortest.length > most) return undefined;
  const found = new Set(index.unreadable);
  for (const at of shortest) {
    const record = index.records[at];
    if (record) found.add(record);
  }
  return [...found].filter((record) => scope.records.get(record.id) === record);
}
