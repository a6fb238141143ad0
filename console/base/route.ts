/**
 * The place in the console is the hash: `#tab/rest?query` (auth-wire 8). What is typed into a form is not left
 * by a click: while a guard stands, a change of place is asked about first.
 */
import { createStore } from "../std/store.ts";

export interface Route {
  readonly tab: string;
  /** Id of the record, decoded; `new` makes one; empty is the list. */
  readonly rest: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const [tab = "", rest = ""] = path.split(/\/(.*)/s);
  let decoded = rest;
  try {
    decoded = decodeURIComponent(rest);
  } catch {
    // What cannot be decoded is taken as it stands.
  }
  return { tab, rest: decoded, query: new URLSearchParams(query), hash };
}

export function hashOf(
  tab: string,
  rest = "",
  query?: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(
    given.map(([name, value]) => [name, String(value)]),
  ).toString();
  return `#${tab}${rest && `/${encodeURIComponent(rest)}`}${search && `?${search}`}`;
}

const store = createStore(parse(location.hash));
/** Unsaved forms; a change of place waits for an answer while there is one. */
const guards = new Set<symbol>();
/** The place that the user wants to go to while a guard stands. */
export const wanted = createStore<string | undefined>(undefined);

const same = (one: string, other: string) => one.replace(/^#/, "") === other.replace(/^#/, "");

addEventListener("hashchange", () => {
  const { hash } = location;
  if (same(hash, store.get().hash)) return;
  if (guards.size > 0) {
    history.replaceState(null, "", store.get().hash || "#");
    wanted.set(hash);
    return;
  }
  store.set(parse(hash));
});

addEventListener("beforeunload", (event) => {
  if (guards.size > 0) event.preventDefault();
});

export const useRoute = store.use;

export function go(hash: string): void {
  location.hash = hash;
}

/** Another state of the same page: nothing for the back button. */
export function replaceRoute(hash: string): void {
  history.replaceState(null, "", hash);
  store.set(parse(hash));
}

/** What is typed here is another user's: it goes without a question. */
export function abandon(): void {
  guards.clear();
  location.reload();
}

/** Leaves although something is unsaved. */
export function leave(hash: string): void {
  guards.clear();
  wanted.set(undefined);
  go(hash);
}

/** Whether a form holds changes that are not saved. */
export const isUnsaved = (): boolean => guards.size > 0;

/** @returns what takes the guard away */
export function guard(): () => void {
  const mark = Symbol("unsaved");
  guards.add(mark);
  return () => guards.delete(mark);
}
