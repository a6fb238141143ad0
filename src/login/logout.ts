/** Signing out (login-session-wire 3.13; L-W19, L-W28; login-middleware.md, States). */
import { html } from "hono/html";
import { layout } from "../pages/layout.ts";
import { pageResponse } from "../pages/response.ts";
import { removeCompletions } from "./flow-id.ts";
import { redirect } from "./redirect.ts";
import { browserLogout, revokeTokens } from "./revoke-tokens.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import type { Visit } from "./visit.ts";

/** A link of our own pages or the address bar; a foreign page or an image only gets a question. */
function isOwnNavigation({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "none" || site === "same-origin") return true;
  return site === "same-site" && headers.get("sec-fetch-mode") === "navigate";
}

/** The form comes back to the same address. */
function confirmPage(visit: Visit): Response {
  const page = layout(
    visit,
    "logout-page",
    "Sign out?",
    html`<h1>Sign out?</h1>
<p class="soft lead">Another site asks you to sign out here.</p>
<form id="logout-form" method="post" action="${visit.path}">
<div class="actions"><button type="submit" id="logout-confirm" class="primary">Sign out</button></div>
</form>`,
  );
  return pageResponse(visit, page, { status: 200, formAction: ["'self'"] });
}

/** Record and cookie go first; revoking the tokens at the provider comes second. */
export async function signOut(visit: Visit): Promise<Response> {
  const { session, asked, request } = visit;
  const reads = request.method === "GET";
  if (!reads) requireOwnOrigin(visit, "form");
  else if (!isOwnNavigation(request)) return confirmPage(visit);
  const record = await session.stored(asked);
  const headers = await session.signOut(asked);
  visit.answer.push(...headers.map(([name, value]): [string, string] => [name, value]));
  removeCompletions(visit);
  if (record) await revokeTokens(visit, record);
  if (asked.flags?.disable_redirect) return session.unauthorized();
  // A provider that is not configured any more must not keep a person from signing out.
  const elsewhere = await browserLogout(visit, record).catch(() => undefined);
  const target = elsewhere ?? session.loginUrl() ?? `${visit.login.paths.root}/`;
  return redirect(visit, reads ? 307 : 303, target);
}
