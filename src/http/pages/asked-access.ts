/** What an application asks a person for, and which person: parts of the pages that ask (B-3, B-4). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import type { RegisteredClient } from "../../oauth2/clients/registered-client.ts";
import { displayText } from "../../std/display-text.ts";
import { ROLES, type Told, toldTo } from "../../tokens/told.ts";
import { check, context, person } from "../../web/pages/icons.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { consentText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import type { Spoken } from "../../web/texts/language.ts";
import { scopeText } from "./scope-text.ts";

const scopeItem = (context: Spoken, scope: string, told: Told): Markup => {
  const known =
    told.roles && scope === ROLES ? consentText(context).scope_roles : scopeText(context, scope);
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
  return html`<li>${context}<span>${text}</span></li>`;
};

/** What it learns of the person besides its scopes, in one sentence (decision E-9). */
function toldBesides(call: Call, told: Told, scope: readonly string[]): string {
  const texts = consentText(call);
  if (!told.names && !told.email) return texts.untold;
  const names = told.names && !scope.includes("profile");
  const email = told.email && !scope.includes("email");
  if (names && email) return texts.toldAll;
  if (names) return texts.toldNames;
  return email ? texts.toldEmail : "";
}

interface AskedScopes {
  readonly client: RegisteredClient;
  readonly scope: readonly string[];
  /** All scopes of the request, where the person has allowed some of it before. */
  readonly beside?: readonly string[];
}

/** @param page prefix of the ids */
export function askedScopes(
  call: Call,
  page: string,
  { client, scope, beside }: AskedScopes,
): Markup {
  const told = toldTo(call, client, beside ?? scope);
  const besides = toldBesides(call, told, beside ?? scope);
  return html`<h2 id="${page}-scopes-title">${consentText(call).scopes}</h2>
${
  scope.length === 0
    ? html`<p id="${page}-scopes" class="soft">${consentText(call).noScopes}</p>`
    : html`<ul id="${page}-scopes" aria-labelledby="${page}-scopes-title">${scope.map((one) => scopeItem(call, one, told))}</ul>`
}
${beside && html`<p id="${page}-before" class="soft">${consentText(call).alsoBefore}</p>`}
${besides !== "" && html`<p id="${page}-told" class="soft">${besides}</p>`}`;
}

export const askedResources = (context: Spoken, page: string, list: readonly string[]) =>
  list.length > 0 &&
  html`<h2 id="${page}-resources-title">${consentText(context).resources}</h2>
<ul id="${page}-resources" aria-labelledby="${page}-resources-title">${list.map(resourceItem)}</ul>`;

/** The person who is asked. */
export interface AskedPerson {
  readonly user: string;
  /** Their display name; empty when the record has none. */
  readonly name: string;
}

/** The display name with the username behind it, which cannot be chosen by the person. */
export function signedInAs(context: Spoken, page: string, { user, name }: AskedPerson): Markup {
  const username = html`<span id="${page}-user">${isolated(user)}</span>`;
  const shown =
    name === "" || name === user
      ? html`<strong>${username}</strong>`
      : html`<strong id="${page}-user-name">${isolated(name)}</strong> (${username})`;
  return html`<p class="who">${person}<span>${fillMarkup(consentText(context).signedInAs, { user: shown })}</span></p>`;
}

/** The two answers; the form that they are in has what is asked. @param page prefix of the ids */
export const decision = (page: string, texts: { readonly deny: string; readonly allow: string }) =>
  html`<div class="actions">
<button type="submit" id="${page}-deny" name="action" value="deny">${texts.deny}</button>
<button type="submit" id="${page}-approve" class="primary" name="action" value="approve">${texts.allow}</button>
</div>`;

export const rememberMeChoice = (context: Spoken, page: string): Markup =>
  html`<label class="remember" for="${page}-remember-me">
<input type="checkbox" id="${page}-remember-me" name="remember_me" value="true">
<span>${consentText(context).rememberMe}<small>${consentText(context).rememberMeText}</small></span>
</label>`;
