/** The question: may this application have that? Plain form, no script, stable names (B-4, B-10). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { type RedirectView, viewRedirect } from "../../oauth2/clients/redirect-uri.ts";
import type { ConsentQuestion } from "../../oauth2/consent.ts";
import { displayText } from "../../pages/display-text.ts";
import { check, person, place } from "../../pages/icons.ts";
import { isolated, layout, type Markup, type Page } from "../../pages/layout.ts";
import { scopeText } from "./scope-text.ts";

export interface ConsentView extends ConsentQuestion {
  readonly flow: string;
  /** Where the form goes. */
  readonly action: string;
  readonly formToken: string;
  /** The signed-in principal. */
  readonly user: string;
  readonly offerRememberMe: boolean;
}

/** The host of a client id that is a URL: unlike the name, it cannot be made up (B-4). */
function hostOfId(id: string): string | undefined {
  return /^https:\/\//.test(id) ? URL.parse(id)?.host : undefined;
}

const scopeItem = (scope: string): Markup => {
  const known = scopeText(scope);
  const text = known
    ? html`${known} <small><code>${displayText(scope)}</code></small>`
    : html`<code>${isolated(scope, 120)}</code>`;
  return html`<li>${check}<span class="scope">${text}</span></li>`;
};

/** The host first, because it is the part of an address that identifies the owner. */
const resourceItem = (resource: string): Markup => {
  const host = URL.parse(resource)?.host;
  const text = host
    ? html`${isolated(host, 120)}<small>${isolated(resource, 200)}</small>`
    : html`<code>${isolated(resource, 200)}</code>`;
  return html`<li>${place}<span>${text}</span></li>`;
};

function destination({ scheme, host, loopback }: RedirectView): Markup {
  if (loopback) {
    return html`<p class="warning" id="consent-redirect" role="note"><strong>This application runs on this device</strong>
and answers at <bdi>${host}</bdi>. Allow it only if you have just started it yourself.</p>`;
  }
  if (host === "") {
    return html`<p class="warning" id="consent-redirect" role="note">The answer goes to the application that opens
<strong><bdi>${displayText(scheme)}</bdi></strong> links on this device. Allow it only if you have just started it yourself.</p>`;
  }
  return html`<p class="note" id="consent-redirect">You will be sent to <strong>${isolated(host, 260)}</strong>.</p>`;
}

const scopes = (list: readonly string[]): Markup =>
  list.length === 0
    ? html`<p id="consent-scopes" class="soft">It asks for no particular permissions.</p>`
    : html`<ul id="consent-scopes" aria-labelledby="consent-scopes-title">${list.map(scopeItem)}</ul>`;

const resources = (list: readonly string[]) =>
  list.length > 0 &&
  html`<h2 id="consent-resources-title">It will use your account at</h2>
<ul id="consent-resources" aria-labelledby="consent-resources-title">${list.map(resourceItem)}</ul>`;

const rememberMe = html`<label class="remember" for="consent-remember-me">
<input type="checkbox" id="consent-remember-me" name="remember_me" value="true">
<span>Keep me signed in<small>Skip signing in to this application for longer.</small></span>
</label>`;

export function consentPage(call: Call, view: ConsentView): Page {
  const { client, scope } = view;
  const name = displayText(client.name) || displayText(client.id);
  const host = hostOfId(client.id);
  const initial = Array.from(name)[0]?.toUpperCase() ?? "?";
  return layout(
    call,
    "consent-page",
    `Allow ${name}?`,
    html`<div class="mark" aria-hidden="true">${initial}</div>
<h1><bdi id="consent-client">${name}</bdi> asks for access to your account</h1>
${host && html`<p class="soft lead">From <strong id="consent-client-host">${isolated(host, 260)}</strong></p>`}
<p class="who">${person}<span>Signed in as <strong id="consent-user">${isolated(view.user)}</strong></span></p>
<h2 id="consent-scopes-title">It will be able to</h2>
${scopes(scope)}
${resources(view.resources)}
${destination(viewRedirect(view.redirect))}
<form id="consent-form" method="post" action="${view.action}">
<input type="hidden" name="flow" value="${view.flow}">
<input type="hidden" name="form_token" value="${view.formToken}">
${view.offerRememberMe && rememberMe}
<div class="actions">
<button type="submit" id="consent-deny" name="action" value="deny">Deny</button>
<button type="submit" id="consent-approve" class="primary" name="action" value="approve">Allow</button>
</div>
</form>`,
    "Allow only applications that you know and trust.",
  );
}
