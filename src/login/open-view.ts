/** The view that the address of the page asks for (login-session-wire 4.1.2; login-middleware.md, Authentication 5). */
import type { LoginMethod } from "./login-parts.ts";
import type { OpenedView } from "./page/view.ts";
import { singleValue, type Visit } from "./visit.ts";

type Opener = NonNullable<LoginMethod["mailed"]>[string];

/** Members of the query that the forms of a view carry, or that have done their work. */
const OF_VIEWS = ["flow", "code", "view", "provider", "svc_flow", "remember_me"];
/** Longer texts are no code of ours and of no one else. */
const MAX_CODE_LENGTH = 200;

/** What opens the view of a mailed link, by the `flow` that it names. */
function openerOf({ query, login }: Visit): Opener | undefined {
  const [flow] = query.getAll("flow");
  const openers = Object.values(login.methods).flatMap(({ mailed = {} }) => Object.entries(mailed));
  return openers.find(([name]) => name === flow)?.[1];
}

/** The link of a mail was opened: it counts more than a session that the browser has. */
export function isMailLink(visit: Visit): boolean {
  const { query } = visit;
  return !query.has("response_type") && Boolean(query.get("code")) && openerOf(visit) !== undefined;
}

/** Undefined for the view that signs in. Throws `unavailable`. */
export async function openView(visit: Visit): Promise<OpenedView | undefined> {
  const { query, login } = visit;
  const code = (singleValue(query, "code") ?? "").trim().slice(0, MAX_CODE_LENGTH);
  const opened = await openerOf(visit)?.(visit, code);
  if (opened) return opened;
  for (const { views } of Object.values(login.methods)) {
    for (const [name, { named }] of Object.entries(views)) {
      if (named && name === query.get("view")) return { name };
    }
  }
  return undefined;
}

function withoutView(query: URLSearchParams): string {
  for (const name of OF_VIEWS) query.delete(name);
  const rest = query.toString();
  return rest && `?${rest}`;
}

/** The query without what belongs to one view: where a person was going stays. */
export function searchOf({ request }: Visit): string {
  const { search, searchParams } = new URL(request.url);
  if (!searchParams.has("flow") && !searchParams.has("view")) return search;
  return withoutView(searchParams);
}

/** Longer ones are forgotten: what a request may have stored. */
const MAX_SEARCH_LENGTH = 2_000;

/** The same of a query as a page sends it. */
export function onwardSearch(search: string): string {
  const onward = search.length > MAX_SEARCH_LENGTH ? "" : withoutView(new URLSearchParams(search));
  return onward.length > MAX_SEARCH_LENGTH ? "" : onward;
}

/**
 * Where the page of a mailed link goes first: to itself with the query of the page that asked for the mail, so that whatever
 * follows leads there. Undefined where it has that already.
 */
export function broughtBack({ query, login }: Visit, opened: OpenedView | undefined) {
  const search = new URLSearchParams(opened?.search);
  if ([...search.keys()].every((name) => query.has(name))) return undefined;
  for (const [name, value] of query) search.set(name, value);
  return `${login.paths.root}/?${search}`;
}
