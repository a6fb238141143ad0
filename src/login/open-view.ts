/** The view that the address of the page asks for (login-session-wire 4.1.2; login-middleware.md, Authentication 5). */
import { AuthError } from "../errors.ts";
import type { MailLink, OpenedView, ViewName } from "./page/view.ts";
import { requireFlow } from "./provider-flow.ts";
import { singleValue, type Visit } from "./visit.ts";

/** Views that a link of the page opens, for browsers without script and for pages elsewhere. */
const NAMED: readonly ViewName[] = ["signup", "verify", "reset", "reset-confirm", "mail"];
/** Members of the query that the forms of a view carry, or that have done their work. */
const OF_VIEWS = ["flow", "code", "view", "provider", "svc_flow", "remember_me"];
/** Longer texts are no code of ours and of no one else. */
const MAX_CODE_LENGTH = 200;

/** Whose link it is; asked without using it up, so that programs that open links do no harm. */
export async function readLink(visit: Visit, provider: string, code: string): Promise<MailLink> {
  try {
    const { auth } = await requireFlow(visit, provider);
    // A service elsewhere has no route for the question. The person answers it: one who was sent
    // somebody else's link does not know the address, and is not signed in as somebody else.
    if (!auth) return { kind: "ask" };
    const address = await auth.emailCodeAddress(code);
    return address === undefined ? { kind: "gone" } : { kind: "known", address };
  } catch (error) {
    if (error instanceof AuthError && error.code === "not_found") return { kind: "gone" };
    throw error;
  }
}

/** The link of a mail was opened: it counts more than a session that the browser has. */
export function isMailLink({ query }: Visit): boolean {
  const [flow = ""] = query.getAll("flow");
  if (query.has("response_type")) return false;
  return ["verify", "reset", "email"].includes(flow) && Boolean(query.get("code"));
}

/** Undefined for the view that signs in. Throws `unavailable`. */
export async function openView(visit: Visit): Promise<OpenedView | undefined> {
  const { query } = visit;
  const [flow] = query.getAll("flow");
  const code = (singleValue(query, "code") ?? "").trim().slice(0, MAX_CODE_LENGTH);
  if (flow === "verify") return { name: "verify", code };
  if (flow === "reset") return { name: "reset-confirm", code };
  if (flow === "email" && code !== "") {
    const provider = singleValue(query, "provider") ?? "";
    const link = await readLink(visit, provider, code);
    const svc_flow = singleValue(query, "svc_flow");
    const remember_me = query.get("remember_me") === "true";
    return { name: "mail-link", code, provider, svc_flow, remember_me, link };
  }
  const view = NAMED.find((name) => name === query.get("view"));
  return view && { name: view };
}

/** The query without what belongs to one view: where a person was going stays. */
export function searchOf({ request }: Visit): string {
  const { search, searchParams } = new URL(request.url);
  if (!searchParams.has("flow") && !searchParams.has("view")) return search;
  for (const name of OF_VIEWS) searchParams.delete(name);
  const rest = searchParams.toString();
  return rest && `?${rest}`;
}
