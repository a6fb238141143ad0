/** The panel of the account page with the applications that the user has allowed (Z-12, B-2). */
import { html } from "hono/html";
import { z } from "zod";
import {
  type ConnectedApplication,
  connectedApplications,
  disconnect,
} from "../../oauth2/consents/connected.ts";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { applicationsText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import { scopeText } from "../pages/scope-text.ts";
import { type AccountPanel, type AccountView, accountForm, panelCard, panelForm } from "./panel.ts";
import { timeElement } from "./time.ts";

/** Of an application that a person can see at a glance. */
const MAX_NAME_LENGTH = 60;

const withdraw = accountForm({
  path: "/ui/applications/withdraw",
  summary: "Take back what the own account has allowed an application",
  name: "WithdrawApplicationForm",
  schema: z.object({ client_id: z.string().max(2_048) }),
  example: { client_id: "notes" },
  twice: "removed",
  explain: ({ code }, call) =>
    code === "not_found" ? { status: 400, problem: applicationsText(call).gone } : undefined,
  async submit({ call, principal, actor }, { client_id }) {
    await disconnect(call, principal.id, client_id, actor);
    return "done";
  },
});

/** In words where there are some, as on the page where the user allowed it. */
const scopeWords = ({ call }: AccountView, scope: readonly string[]): string =>
  scope.map((one) => scopeText(call, one) ?? displayText(one)).join("; ");

function row(view: AccountView, application: ConnectedApplication): Markup {
  const { call } = view;
  const texts = applicationsText(call);
  const { client_id, name, host, scope, resources, updated_at } = application;
  const label = fill(texts.withdrawLabel, { name: displayText(name, MAX_NAME_LENGTH) });
  const button = html`<input type="hidden" name="client_id" value="${client_id}"><button type="submit" class="small" aria-label="${label}">${texts.withdraw}</button>`;
  return html`<li class="entry"><div><strong>${isolated(name, MAX_NAME_LENGTH)}</strong>
${host !== undefined && html`<small>${isolated(host, 260)}</small>`}
${scope.length > 0 && html`<small>${scopeWords(view, scope)}</small>`}
${resources.map((resource) => html`<small>${isolated(resource, 200)}</small>`)}
<small>${fillMarkup(texts.allowed, { time: timeElement(call, updated_at) })}</small></div>
${panelForm(view, withdraw, button)}</li>`;
}

export const applicationsPanel: AccountPanel = {
  id: "applications",
  column: "signing in",
  forms: [withdraw],
  async card(view) {
    const { call, principal } = view;
    if (principal.service_account) return undefined;
    const list = await connectedApplications(call, principal.id);
    if (list.length === 0) return undefined;
    return panelCard(
      "applications",
      applicationsText(call).title,
      view,
      html`<p class="soft">${applicationsText(call).text}</p>
<ul id="account-applications">${list.map((one) => row(view, one))}</ul>`,
    );
  },
};
