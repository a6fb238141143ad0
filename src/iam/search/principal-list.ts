/**
 * Pages of user and service account lists (auth-wire 2.5; P2). Without filters a page is read off an
 * ordered map. The matches of a filter are found once and then updated with the changed records, so
 * paging through them, or asking again after a write, does not scan all records again.
 */
import { changedAfter, type LoadOrigin } from "../../snapshot/recent-changes.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { pause } from "../../std/deadline.ts";
import type { SortedMap } from "../../std/sorted-map.ts";
import { principalByAlias } from "../principals/principal.ts";
import type { PrincipalKind } from "../principals/principals.ts";
import { compileQuery, type PrincipalFilter, type PrincipalQuery } from "./principal-query.ts";
import { makeSearchable } from "./principal-search.ts";
import { type PrincipalSort, sortPrincipals } from "./principal-sort.ts";
import type { Sort } from "./sort-order.ts";
import { position, recordsWith } from "./text-signatures.ts";

export interface Selection {
  readonly total: number;
  /** In the order that was asked for, else in that of the ids. */
  from(offset: number): Iterable<PrincipalRecord>;
}

const listSelection = (records: readonly PrincipalRecord[]): Selection => ({
  total: records.length,
  from: (offset) => records.values().drop(offset),
});

/** Matches of one filter at one version; never changed in place. */
interface Matches {
  readonly version: number;
  readonly records: readonly PrincipalRecord[];
  readonly span: Span;
}

/** Between which times matches hold: the nearest edges of temporary grants that mattered. */
interface Span {
  readonly after: number;
  readonly until: number;
}

const ALWAYS: Span = { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The part of the span around `now` that the edge leaves. */
function narrowed({ after, until }: Span, edge: number, now: number): Span {
  return edge < now
    ? { after: Math.max(after, edge), until }
    : { after, until: Math.min(until, edge) };
}

/** Bounds of what is kept per load of the read model (N-11). */
const MAX_FILTERS = 64;
const MAX_RECORDS = 500_000;

const kept = new WeakMap<LoadOrigin, Map<string, Matches>>();

function keep(all: Map<string, Matches>, key: string, matches: Matches): void {
  all.delete(key);
  all.set(key, matches);
  let records = 0;
  for (const { records: list } of all.values()) records += list.length;
  for (const [oldest, { records: list }] of all) {
    if (all.size <= MAX_FILTERS && records <= MAX_RECORDS) return;
    all.delete(oldest);
    records -= list.length;
  }
}

/** A scan gives way to other requests after this many milliseconds. */
const SLICE_MS = 5;

interface Scope {
  readonly kind: PrincipalKind;
  readonly snapshot: Snapshot;
  readonly records: SortedMap<PrincipalRecord>;
  readonly filter: PrincipalFilter;
  readonly now: number;
}

/** The filter that every record passes: other filters run over its matches. */
const EVERYBODY: PrincipalFilter = {
  empty: true,
  texts: [],
  key: "everybody",
  candidates: () => undefined,
  test: () => true,
};

/** Above this share of candidates, scanning all records is cheaper than sorting the candidates. */
const MAX_CANDIDATE_SHARE = 1 / 8;

/** Records among which all matches are, in order, searchable where the filter needs it. */
async function candidatesOf(scope: Scope): Promise<readonly PrincipalRecord[]> {
  const { records, filter } = scope;
  if (filter === EVERYBODY) return [...records.values()];
  const most = records.size * MAX_CANDIDATE_SHARE;
  const serviceAccounts = scope.kind === "service_account";
  const members = filter
    .candidates(most)
    ?.filter(({ service_account }) => service_account === serviceAccounts);
  if (members) {
    if (filter.texts.length > 0) await makeSearchable(scope.snapshot, members);
    return members;
  }
  const { records: all } = await findMatches({ ...scope, filter: EVERYBODY });
  return filter.texts.length === 0
    ? all
    : recordsWith(scope.snapshot, scope.kind, all, filter.texts);
}

async function scan(scope: Scope): Promise<Matches> {
  const { snapshot, filter, now } = scope;
  const candidates = await candidatesOf(scope);
  const matching: PrincipalRecord[] = [];
  let span = ALWAYS;
  const edge = (time: number) => {
    span = narrowed(span, time, now);
  };
  let sliceStart = performance.now();
  let count = 0;
  for (const record of candidates) {
    if (filter.test(record, now, edge)) matching.push(record);
    if (++count % 512 > 0 || performance.now() - sliceStart < SLICE_MS) continue;
    await pause(0);
    sliceStart = performance.now();
  }
  return { version: snapshot.version, records: matching, span };
}

async function patch(matches: Matches, moved: ReadonlySet<string>, scope: Scope): Promise<Matches> {
  if (moved.size === 0) return { ...matches, version: scope.snapshot.version };
  if (scope.filter.texts.length > 0) {
    const news = [...moved].flatMap((id) => scope.records.get(id) ?? []);
    await makeSearchable(scope.snapshot, news);
  }
  const records = [...matches.records];
  let { span } = matches;
  const edge = (time: number) => {
    span = narrowed(span, time, scope.now);
  };
  for (const id of moved) {
    const at = position(records, id);
    const record = scope.records.get(id);
    const passes = record !== undefined && scope.filter.test(record, scope.now, edge);
    records.splice(at, records[at]?.id === id ? 1 : 0, ...(passes ? [record] : []));
  }
  return { version: scope.snapshot.version, records, span };
}

async function findMatches(scope: Scope): Promise<Matches> {
  const { snapshot, filter, now, kind } = scope;
  const key = `${kind} ${filter.key}`;
  const { origin } = snapshot.principal_changes;
  const all = kept.get(origin) ?? new Map<string, Matches>();
  kept.set(origin, all);
  const cached = all.get(key);
  const moved =
    cached &&
    cached.version <= snapshot.version &&
    cached.span.after < now &&
    now < cached.span.until
      ? changedAfter(snapshot.principal_changes, cached.version)
      : undefined;
  const matches = cached && moved ? await patch(cached, moved, scope) : await scan(scope);
  // A request that was pinned to an older version must not undo what a later one has found.
  if ((all.get(key)?.version ?? 0) <= matches.version) keep(all, key, matches);
  return matches;
}

/** `id` and `alias` leave out every other filter but `is_active`. */
function single(
  snapshot: Snapshot,
  kind: PrincipalKind,
  query: PrincipalQuery,
  now: number,
): Selection {
  const { id, alias, is_active, within } = query;
  const owner = alias ? principalByAlias(snapshot, alias) : undefined;
  const record = id ? snapshot.principals.get(id) : owner;
  const passes =
    record &&
    (!alias || owner === record) &&
    record.service_account === (kind === "service_account") &&
    (is_active === undefined || record.disabled !== is_active) &&
    (!within || compileQuery(snapshot, { within }).test(record, now, () => undefined));
  return listSelection(passes ? [record] : []);
}

export async function selectPrincipals(
  snapshot: Snapshot,
  kind: PrincipalKind,
  query: PrincipalQuery,
  now: number,
  sort?: Sort<PrincipalSort>,
): Promise<Selection> {
  if (query.id || query.alias) return single(snapshot, kind, query, now);
  const records = kind === "user" ? snapshot.users : snapshot.service_accounts;
  const compiled = compileQuery(snapshot, query);
  if (compiled.empty && !sort) {
    return { total: records.size, from: (offset) => records.values(offset) };
  }
  const filter = compiled.empty ? EVERYBODY : compiled;
  const matches = await findMatches({ kind, snapshot, records, filter, now });
  return listSelection(
    sort ? await sortPrincipals(snapshot, matches.records, sort) : matches.records,
  );
}
