/** Signing out (login-session-wire 3.13; L-W19, L-W28; login-middleware.md, States). */
import { html } from "hono/html";
import { loginUrl } from "../session/return-path.ts";
import { layout } from "../web/pages/layout.ts";
import { pageResponse } from "../web/pages/response.ts";
import { toResponse } from "../web/reply.ts";
import { mediaType } from "../web/request-body.ts";
import { errorText } from "../web/texts/catalogues.ts";
import { readFormFields } from "./body.ts";
import { removeCompletions } from "./flow-id.ts";
import { formToken, isOwnFormToken } from "./form-token.ts";
import { redirect } from "./redirect.ts";
import { browserLogout, revokeTokens } from "./revoke-tokens.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { rememberSignOut } from "./signed-out.ts";
import type { Visit } from "./visit.ts";

const FORM = "application/x-www-form-urlencoded";

/** A link of our own pages or the address bar; a foreign page or an image only gets a question. */
function isOwnNavigation({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "none" || site === "same-origin") return true;
  return site === "same-site" && headers.get("sec-fetch-mode") === "navigate";
}

/**
 * `Origin: null` without a statement about the site, as old browsers and those on plain HTTP send it: from our own
 * pages, but from a foreign one with `no-referrer` as well (B-2).
 */
const isUnsaid = ({ headers }: Request): boolean =>
  headers.get("origin") === "null" && !headers.has("sec-fetch-site");

/** The form comes back to the same address, and brings the token of this browser. */
function confirmPage(visit: Visit, returnTo?: string): Response {
  const page = layout(
    visit,
    "logout-page",
    errorText(visit).signOutQuestion,
    html`<h1>${errorText(visit).signOutQuestion}</h1>
<p class="soft lead">${errorText(visit).signOutText}</p>
<form id="logout-form" method="post" action="${visit.path}">
<input type="hidden" name="form_token" value="${formToken(visit)}">
${returnTo !== undefined && html`<input type="hidden" name="redirect_path" value="${returnTo}">`}
<div class="actions"><button type="submit" id="logout-confirm" class="primary">${errorText(visit).signOut}</button></div>
</form>`,
  );
  return toResponse(pageResponse(visit, page, { status: 200, formAction: ["'self'"] }));
}

/** What a form brings; other bodies bring nothing. */
const fieldsOf = async ({ request }: Visit): Promise<ReadonlyMap<string, string>> =>
  request.method === "POST" && mediaType(request) === FORM
    ? readFormFields(request)
    : new Map<string, string>();

/**
 * Where a form of ours wants the person to go after signing in again: `redirect_path` of its body. Never of
 * the address: a foreign page can write one, while a form from elsewhere was refused before (L-W14).
 */
function returnOf({ session }: Visit, fields: ReadonlyMap<string, string>): string | undefined {
  const given = fields.get("redirect_path");
  return given === undefined ? undefined : session.safeReturn(given);
}

/** Record and cookie go first; revoking the tokens at the provider comes second. */
export async function signOut(visit: Visit): Promise<Response> {
  const { session, incoming, request } = visit;
  const reads = request.method === "GET";
  if (!reads) requireOwnOrigin(visit, "form");
  else if (!isOwnNavigation(request)) return confirmPage(visit);
  const fields = await fieldsOf(visit);
  const returnTo = returnOf(visit, fields);
  if (isUnsaid(request) && !isOwnFormToken(visit, fields.get("form_token") ?? "")) {
    return confirmPage(visit, returnTo);
  }
  const record = await session.stored(incoming);
  const headers = await session.signOut(incoming);
  visit.answer.push(...headers.map(([name, value]): [string, string] => [name, value]));
  removeCompletions(visit);
  if (record) await revokeTokens(visit, record);
  if (incoming.flags?.disable_redirect) return session.unauthorized();
  rememberSignOut(visit);
  // A provider that is not configured any more must not keep a person from signing out.
  const elsewhere = await browserLogout(visit, record).catch(() => undefined);
  const ownPage = `${visit.login.paths.root}/`;
  const target = elsewhere ?? session.loginUrl(returnTo) ?? loginUrl(ownPage, returnTo);
  return redirect(visit, reads ? 307 : 303, target);
}
