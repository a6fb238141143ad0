/** The panel of the account page that says where the user is signed in, and ends it there (K-11, B-2). */
import { html } from "hono/html";
import { z } from "zod";
import type { Call } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import { browserParts } from "../../std/browser-name.ts";
import { fill } from "../../std/texts/fill.ts";
import { endSignIn, endSignIns, type SignIn, signInsOf } from "../../tokens/sign-ins.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { sessionsText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import {
  type AccountPanel,
  type AccountView,
  accountForm,
  type FormOutcome,
  panelCard,
  panelForm,
} from "./panel.ts";
import { timeElement, timeText } from "./time.ts";

const explainNotFound = ({ code }: AuthError, call: Call): FormOutcome | undefined =>
  code === "not_found" ? { status: 400, problem: sessionsText(call).gone } : undefined;

const end = accountForm({
  path: "/ui/sessions/end",
  summary: "Sign out one other browser with the form of the account page",
  name: "EndSessionForm",
  schema: z.object({ sid: z.string().optional() }),
  example: { sid: "0".repeat(64) },
  twice: "removed",
  explain: explainNotFound,
  async submit({ call, principal }, { sid = "" }) {
    await endSignIn(call, principal.id, sid);
    return "done";
  },
});

const endOthers = accountForm({
  path: "/ui/sessions/end-others",
  summary: "Sign out everywhere else with the form of the account page",
  success: "The account page; every other session and refresh token of the user has ended",
  name: "EndOtherSessionsForm",
  schema: z.object({}),
  example: {},
  async submit({ call, context, principal, actor }) {
    // Without a session of ours there is no "this one" to go on.
    if (context.sid === undefined) return { status: 400, problem: sessionsText(call).gone };
    await endSignIns(call, principal.id, actor, context.sid);
    return { status: 200, notice: sessionsText(call).othersEnded };
  },
});

function row(view: AccountView, { sid, browser, at, used }: SignIn): Markup {
  const { call } = view;
  const here = sid === view.context.sid;
  const text = sessionsText(call);
  const parts = browserParts(browser);
  const name = parts ? fill(text.browserOn, parts) : browser || text.unknown;
  const signedIn = new Date(at * 1_000);
  const label = fill(text.endLabel, { name, time: timeText(call, signedIn) });
  return html`<li class="entry"><div><strong>${name}</strong>${here && html` <em class="here">${sessionsText(call).here}</em>`}
<small>${fillMarkup(sessionsText(call).signedIn, { time: timeElement(call, signedIn) })}</small>
<small>${fillMarkup(sessionsText(call).lastUsed, { time: timeElement(call, new Date(used * 1_000)) })}</small></div>
${
  !here &&
  panelForm(
    view,
    end,
    html`<input type="hidden" name="sid" value="${sid}"><button type="submit" class="small" aria-label="${label}">${text.end}</button>`,
  )
}</li>`;
}

export const sessionsPanel: AccountPanel = {
  id: "sessions",
  column: "signing in",
  forms: [end, endOthers],
  async card(view) {
    const { call, context, principal } = view;
    if (context.sid === undefined) return undefined;
    const list = await signInsOf(call, principal.id);
    const text = sessionsText(call);
    const endThem = html`<div class="actions"><button type="submit">${text.endOthers}</button></div>`;
    return panelCard(
      "sessions",
      text.title,
      view,
      html`<p class="soft">${text.text}</p>
<ul id="account-sessions">${list.map((one) => row(view, one))}</ul>
${panelForm(view, endOthers, endThem, { id: "account-end-others" })}`,
    );
  },
};
