/** The question: may this application have that? Plain form, no script, stable names (B-4, B-10). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { type RedirectView, viewRedirect } from "../../oauth2/clients/redirect-uri.ts";
import type { ConsentQuestion } from "../../oauth2/consent.ts";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import { isolated, layout, type Markup, type Page } from "../../web/pages/layout.ts";
import { consentText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import {
  type AskedPerson,
  askedResources,
  askedScopes,
  decision,
  rememberMeChoice,
  signedInAs,
} from "./asked-access.ts";
import { askedClient, CLIENT_STYLE, clientHeading, clientName } from "./asked-client.ts";

/** How the person gets to another account: a form that signs out. */
export interface AccountSwitch {
  readonly url: string;
  /** Source of the form in the policy of the page. */
  readonly source: string;
  /** The way back to this question; without it the person starts again at the application. */
  readonly back?: string;
}

/** What every page of a pending flow shows. */
export interface FlowView extends AskedPerson {
  readonly flow: string;
  /** Where the form goes. */
  readonly action: string;
  readonly formToken: string;
  readonly another: AccountSwitch | undefined;
}

export interface ConsentView extends ConsentQuestion, FlowView {
  readonly offerRememberMe: boolean;
}

function destination(call: Call, { scheme, host, loopback }: RedirectView): Markup {
  if (loopback) {
    return html`<p class="warning" id="consent-redirect" role="note"><strong>${consentText(call).onThisDevice}</strong>
${fillMarkup(consentText(call).onThisDeviceText, { host: html`<bdi>${host}</bdi>` })}</p>`;
  }
  if (host === "") {
    const shown = html`<strong><bdi>${displayText(scheme)}</bdi></strong>`;
    return html`<p class="warning" id="consent-redirect" role="note">${fillMarkup(consentText(call).ownScheme, { scheme: shown })}</p>`;
  }
  const shown = html`<strong>${isolated(host, 260)}</strong>`;
  return html`<p class="note" id="consent-redirect">${fillMarkup(consentText(call).destination, { host: shown })}</p>`;
}

/** A form, because signing out changes something; it comes from this page alone (L-W14). */
export const anotherAccount = (call: Call, { another }: Pick<FlowView, "another">) =>
  another &&
  html`<form id="consent-switch" method="post" action="${another.url}">
${another.back !== undefined && html`<input type="hidden" name="redirect_path" value="${another.back}">`}
<button type="submit" class="link">${another.back === undefined ? consentText(call).signOut : consentText(call).useAnotherAccount}</button>
</form>`;

/** What the form of such a page sends with the answer. */
export const flowFields = ({ flow, formToken }: Pick<FlowView, "flow" | "formToken">): Markup =>
  html`<input type="hidden" name="flow" value="${flow}">
<input type="hidden" name="form_token" value="${formToken}">`;

export function consentPage(call: Call, view: ConsentView): Page {
  const { client } = view;
  return layout(
    call,
    "consent-page",
    fill(consentText(call).documentTitle, { client: clientName(client) }),
    html`${clientHeading("consent", client, consentText(call).title)}
${askedClient(call, "consent", client)}
${signedInAs(call, "consent", view)}
${anotherAccount(call, view)}
${askedScopes(call, "consent", view)}
${askedResources(call, "consent", view.resources)}
${destination(call, viewRedirect(view.redirect))}
<form id="consent-form" method="post" action="${view.action}">
${flowFields(view)}
${view.offerRememberMe && rememberMeChoice(call, "consent")}
${decision("consent", consentText(call))}
</form>`,
    consentText(call).advice,
    CLIENT_STYLE,
  );
}
