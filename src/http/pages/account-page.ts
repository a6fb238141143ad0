/** The account page: identity, what secures the account, password form (auth-service.md, UI routes; B-3). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import type { readProfile } from "../../iam/principals/profile.ts";
import { displayText } from "../../pages/display-text.ts";
import { isolated, layout, type Markup, type Page } from "../../pages/layout.ts";
import { ACCOUNT_STYLE } from "./account-style.ts";

export interface AccountView {
  readonly profile: Awaited<ReturnType<typeof readProfile>>;
  readonly hasPassword: boolean;
  readonly minimumPasswordLength: number;
  readonly formToken: string;
  /** What was wrong with the password form. */
  readonly problem?: string;
  readonly isAdmin: boolean;
  /** Where the sign-out form goes; without it there is none. */
  readonly signOut?: string;
}

/** Names shown on the page; the API lists all of them. */
const MOST_NAMES = 60;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const names = (id: string, title: string, list: readonly string[]): Markup =>
  html`<h3 id="${id}-title">${title}</h3>
${
  list.length === 0
    ? html`<p class="soft" id="${id}">None</p>`
    : html`<ul class="chips" id="${id}" aria-labelledby="${id}-title">${list
        .slice(0, MOST_NAMES)
        .map((name) => html`<li>${isolated(name)}</li>`)}${
        list.length > MOST_NAMES && html`<li class="soft">and ${list.length - MOST_NAMES} more</li>`
      }</ul>`
}`;

const row = (id: string, title: string, values: readonly string[]) =>
  values.length > 0 &&
  html`<dt>${title}</dt><dd id="${id}">${values.map((value) => isolated(value, 160))}</dd>`;

const signOutForm = (action: string): Markup =>
  html`<form id="account-sign-out" method="post" action="${action}"><button type="submit">Sign out</button></form>`;

function greeting({ profile, signOut }: AccountView, name: string): Markup {
  const initial = Array.from(displayText(name))[0]?.toUpperCase() ?? "?";
  const email = textOf(profile.details.email);
  return html`<section class="card hello wide">
<div class="mark" aria-hidden="true">${initial}</div>
<div><h1 id="account-name">${isolated(name, 120)}</h1>
${email && email !== name && html`<p class="soft">${isolated(email, 160)}</p>`}</div>
${signOut !== undefined && signOutForm(signOut)}
</section>`;
}

function details({ profile }: AccountView): Markup {
  const { details: known, alias, local, id } = profile;
  const present = (value: unknown) => [textOf(value)].filter(Boolean);
  return html`<section class="card" aria-labelledby="account-profile-title">
<h2 id="account-profile-title">Profile</h2>
<dl>
${row("account-full-name", "Name", present(known.name))}
${row("account-aliases", alias.length > 1 ? "Usernames" : "Username", alias.slice(0, 10))}
${row("account-email", "E-mail", present(known.email))}
<dt>Account</dt><dd id="account-origin">${local ? "Kept here" : "From an external directory or identity provider"}</dd>
<dt>ID</dt><dd id="account-id"><code>${displayText(id, 64)}</code></dd>
</dl>
</section>`;
}

const access = ({ profile }: AccountView): Markup =>
  html`<section class="card" aria-labelledby="account-access-title">
<h2 id="account-access-title">Access</h2>
${names("account-roles", "Roles", profile.roles)}
${names("account-permissions", "Permissions", profile.permissions)}
</section>`;

const state = (id: string, title: string, text: string, on: boolean): Markup =>
  html`<li class="state"><span>${title}</span><strong id="${id}"${on && html` class="on"`}>${text}</strong></li>`;

function passwordState({ profile, hasPassword }: AccountView): string {
  if (!profile.local) return "Managed elsewhere";
  return hasPassword ? "Set" : "Not set";
}

const counted = (count: number) => (count === 0 ? "None" : String(count));

function security(view: AccountView): Markup {
  const { totp_enabled: totp, passkey_count: passkeys, api_key_count: keys } = view.profile;
  return html`<section class="card" aria-labelledby="account-security-title">
<h2 id="account-security-title">Signing in</h2>
<ul>
${state("account-password-state", "Password", passwordState(view), view.hasPassword)}
${state("account-totp", "One-time codes (TOTP)", totp ? "On" : "Off", totp)}
${state("account-passkeys", "Passkeys", counted(passkeys), passkeys > 0)}
${state("account-api-keys", "API keys", counted(keys), keys > 0)}
</ul>
</section>`;
}

const field = (name: string, label: string, autocomplete: string, hint?: Markup): Markup =>
  html`<label class="field" for="account-${name}">${label}
<input type="password" id="account-${name}" name="${name}" autocomplete="${autocomplete}" required>${hint}</label>`;

function passwordForm(call: Call, view: AccountView): Markup {
  const { prefix_path: prefix } = call.service.options;
  const [userName = ""] = view.profile.alias;
  const hint = html`<small>At least ${view.minimumPasswordLength} characters. Everything that is signed in with the old one is signed out.</small>`;
  return html`<section class="card" aria-labelledby="account-password-title">
<h2 id="account-password-title">Change the password</h2>
${view.problem !== undefined && html`<p class="warning" role="alert" id="account-problem">${view.problem}</p>`}
<form id="account-password" method="post" action="${prefix}/ui/password">
<input type="hidden" name="form_token" value="${view.formToken}">
<input type="text" name="username" autocomplete="username" value="${userName}" hidden readonly>
${field("current_password", "Current password", "current-password")}
${field("new_password", "New password", "new-password", hint)}
${field("repeated_password", "New password, once more", "new-password")}
<div class="actions"><button type="submit" class="primary" id="account-password-save">Change password</button></div>
</form>
</section>`;
}

function administration(call: Call): Markup {
  const { prefix_path: prefix } = call.service.options;
  return html`<section class="card" id="account-administration" aria-labelledby="account-administration-title">
<h2 id="account-administration-title">Administration</h2>
<ul class="links">
<li><span><a href="${prefix}/swagger/">Documentation of the API</a><small>Every route with its schemas, to read and to try.</small></span></li>
<li><span><a href="${prefix}/swagger/swagger.json">API description</a><small>OpenAPI 3.1, for programs and generated clients.</small></span></li>
</ul>
</section>`;
}

/** @param view `problem` tells why a password was not changed */
export function accountPage(call: Call, view: AccountView): Page {
  const { profile, hasPassword, isAdmin } = view;
  const name = textOf(profile.details.name) || profile.alias[0] || profile.id;
  return layout(
    call,
    "account-page",
    `${displayText(name)}: account`,
    html`${greeting(view, name)}
<div class="column">
${details(view)}
${access(view)}
${isAdmin && administration(call)}
</div>
<div class="column">
${security(view)}
${profile.local && hasPassword && passwordForm(call, view)}
</div>`,
    undefined,
    ACCOUNT_STYLE,
  );
}
