/** Draws the account page for a signed-in user, with what a form of one panel came to. */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { decideAdmin } from "../../iam/administrators/admin.ts";
import { limitsOf } from "../../iam/administrators/limited.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { storedHash } from "../../iam/principals/details.ts";
import { readProfile } from "../../iam/principals/profile.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import type { Markup, PageProgram } from "../../web/pages/layout.ts";
import { pageResponse } from "../../web/pages/response.ts";
import { toResponse } from "../../web/reply.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { makeFormToken } from "../endpoint/form-token.ts";
import { accountPage } from "../pages/account-page.ts";
import { readConsoleFiles } from "../pages/console-files.ts";
import { signOutOf } from "../pages/sign-out.ts";
import { type AccountPanel, type AccountVisit, type FormOutcome, panelCard } from "./panel.ts";
import { accountPanels } from "./panels.ts";

/** The token is of this user, and of this login where the session knows it (B-2). */
export const formBinding = (
  { id }: PrincipalRecord,
  { auth_time }: CallerContext,
): readonly string[] => ["account page", id, String(auth_time ?? "")];

const hasConsole = async ({ service }: Call): Promise<boolean> =>
  (await readConsoleFiles(service.runtime.assets)) !== undefined;

/**
 * @param sent the panel whose form was sent, and what came of it
 * @param program what shows the page where there is script
 */
export async function accountResponse(
  visit: AccountVisit,
  sent?: { readonly panel: AccountPanel; readonly outcome: FormOutcome },
  program?: PageProgram,
): Promise<Response> {
  const { call, context, principal } = visit;
  const { password } = await principal.details.open();
  const signOut = signOutOf(context);
  const profile = await readProfile(call, principal);
  const formToken = await makeFormToken(call, formBinding(principal, context));
  const drawn: { panel: AccountPanel; card: Markup }[] = [];
  for (const panel of accountPanels) {
    const outcome = sent?.panel === panel ? { outcome: sent.outcome } : {};
    const view = { ...visit, profile, formToken, scriptless: program !== undefined, ...outcome };
    const card = await panel.card(view);
    if (card) drawn.push({ panel, card });
    // The outcome of a form is shown, too, when its panel is no longer there.
    else if (sent?.panel === panel) {
      drawn.push({ panel, card: panelCard(panel.id, accountText(call).account, view, html``) });
    }
  }
  const cards = (column: AccountPanel["column"]) =>
    drawn.filter(({ panel }) => panel.column === column).map(({ card }) => card);
  const administers = decideAdmin(call, context).is_admin || limitsOf(call, context) !== undefined;
  // With a program the page is part of the console itself.
  const linksConsole = administers && !program && (await hasConsole(call));
  const scripted = drawn.some(({ panel }) => panel.scripted);
  const view = {
    profile,
    hasPassword: principal.local && storedHash(password) !== undefined,
    administers,
    besideProfile: cards("profile"),
    belowSigningIn: cards("signing in"),
    scripted,
    linksConsole,
    ...(signOut && { signOut: signOut.url }),
    ...(program && { program }),
  };
  const page = pageResponse(call, accountPage(call, view), {
    status: sent?.outcome.status ?? 200,
    formAction: [...new Set(["'self'", ...(signOut ? [signOut.source] : [])])],
    scripted,
    program: program !== undefined,
  });
  const wait = sent?.outcome.retryAfter;
  return toResponse(page, wait === undefined ? {} : { "Retry-After": String(wait) });
}
