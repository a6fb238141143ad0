/** The account page: identity, what secures the account, and the panels (auth-service.md, UI routes; B-3). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { ownPicturePath } from "../../iam/principals/picture.ts";
import type { readProfile } from "../../iam/principals/profile.ts";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import { scriptTexts } from "../../web/pages/data-script.ts";
import {
  isolated,
  layout,
  type Markup,
  type Page,
  type PageProgram,
} from "../../web/pages/layout.ts";
import { RULES_STYLE } from "../../web/pages/password-rules.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { ACCOUNT_STYLE } from "./account-style.ts";

export interface AccountView {
  readonly profile: Awaited<ReturnType<typeof readProfile>>;
  readonly hasPassword: boolean;
  /** With all rights or fewer. */
  readonly administers: boolean;
  /** Cards of the panels, by column. */
  readonly besideProfile: readonly Markup[];
  readonly belowSigningIn: readonly Markup[];
  /** A panel has something to do for the script; it works without. */
  readonly scripted: boolean;
  /** Where the sign-out form goes; without it there is none. */
  readonly signOut?: string;
  /** The console, which shows the page in its place where there is script. */
  readonly program?: PageProgram;
  /** The page stands by itself, and there is a console to go to. */
  readonly linksConsole: boolean;
}

/** Names shown on the page; the API lists all of them. */
const MAX_NAMES = 60;

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const names = (call: Call, id: string, title: string, list: readonly string[]): Markup =>
  html`<h3 id="${id}-title">${title}</h3>
${
  list.length === 0
    ? html`<p class="soft" id="${id}">${accountText(call).none}</p>`
    : html`<ul class="chips" id="${id}" aria-labelledby="${id}-title">${list
        .slice(0, MAX_NAMES)
        .map((name) => html`<li>${isolated(name)}</li>`)}${
        list.length > MAX_NAMES &&
        html`<li class="soft">${fill(accountText(call).more, { count: list.length - MAX_NAMES })}</li>`
      }</ul>`
}`;

const row = (id: string, title: string, values: readonly string[]) =>
  values.length > 0 &&
  html`<dt>${title}</dt><dd id="${id}">${values.map((value) => isolated(value, 160))}</dd>`;

const signOutForm = (call: Call, action: string): Markup =>
  html`<form id="account-sign-out" method="post" action="${action}"><button type="submit">${accountText(call).signOut}</button></form>`;

function greeting(call: Call, { profile, signOut }: AccountView, name: string): Markup {
  const initial = Array.from(displayText(name))[0]?.toUpperCase() ?? "?";
  const email = textOf(profile.details.email);
  const picture = ownPicturePath(call, profile.details.picture);
  return html`<section class="card hello wide">
${picture ? html`<img src="${picture}" alt="" width="56" height="56">` : html`<div class="mark" aria-hidden="true">${initial}</div>`}
<div><h1 id="account-name">${isolated(name, 120)}</h1>
${email && email !== name && html`<p class="soft">${isolated(email, 160)}</p>`}</div>
${signOut !== undefined && signOutForm(call, signOut)}
</section>`;
}

function details(call: Call, { profile }: AccountView): Markup {
  const { details: known, alias, local, id } = profile;
  const present = (value: unknown) => [textOf(value)].filter(Boolean);
  return html`<section class="card" aria-labelledby="account-profile-title">
<h2 id="account-profile-title">${accountText(call).profile}</h2>
<dl>
${row("account-full-name", accountText(call).name, present(known.name))}
${row("account-aliases", alias.length > 1 ? accountText(call).usernames : accountText(call).username, alias.slice(0, 10))}
${row("account-email", accountText(call).email, present(known.email))}
<dt>${accountText(call).account}</dt><dd id="account-origin">${local ? accountText(call).accountLocal : accountText(call).accountForeign}</dd>
<dt>${accountText(call).id}</dt><dd id="account-id"><code>${displayText(id, 64)}</code></dd>
</dl>
</section>`;
}

const access = (call: Call, { profile }: AccountView): Markup =>
  html`<section class="card" aria-labelledby="account-access-title">
<h2 id="account-access-title">${accountText(call).access}</h2>
${names(call, "account-roles", accountText(call).roles, profile.roles)}
${names(call, "account-permissions", accountText(call).permissions, profile.permissions)}
</section>`;

const state = (id: string, title: string, text: string, on: boolean): Markup =>
  html`<li class="state"><span>${title}</span><strong id="${id}"${on && html` class="on"`}>${text}</strong></li>`;

function passwordState(call: Call, { profile, hasPassword }: AccountView): string {
  if (!profile.local) return accountText(call).passwordElsewhere;
  return hasPassword ? accountText(call).passwordSet : accountText(call).passwordNotSet;
}

/** What the account has; what it has not is not shown, as long as it cannot be set up here. */
function security(call: Call, view: AccountView): Markup {
  const { totp_enabled: totp, passkey_count: passkeys, api_key_count: keys } = view.profile;
  const counted = (id: string, title: string, count: number) =>
    count > 0 && state(id, title, String(count), true);
  return html`<section class="card" aria-labelledby="account-security-title">
<h2 id="account-security-title">${accountText(call).signingIn}</h2>
<ul>
${state("account-password-state", accountText(call).password, passwordState(call, view), view.hasPassword)}
${totp && state("account-totp", accountText(call).totp, accountText(call).totpOn, true)}
${counted("account-passkeys", accountText(call).passkeys, passkeys)}
${counted("account-api-keys", accountText(call).apiKeys, keys)}
</ul>
</section>`;
}

function administration(call: Call, { linksConsole }: AccountView): Markup {
  const { prefix_path: prefix } = call.service.options;
  const consoleLink = html`<li><span><a href="${prefix}/ui/">${accountText(call).console}</a><small>${accountText(call).consoleText}</small></span></li>`;
  return html`<section class="card" id="account-administration" aria-labelledby="account-administration-title">
<h2 id="account-administration-title">${accountText(call).administration}</h2>
<ul class="links">
${linksConsole && consoleLink}
<li><span><a href="${prefix}/swagger/">${accountText(call).apiDocumentation}</a><small>${accountText(call).apiDocumentationText}</small></span></li>
<li><span><a href="${prefix}/swagger/swagger.json">${accountText(call).apiDescription}</a><small>${accountText(call).apiDescriptionText}</small></span></li>
</ul>
</section>`;
}

export function accountPage(call: Call, view: AccountView): Page {
  const { profile, administers, besideProfile, belowSigningIn, scripted, program } = view;
  const name = textOf(profile.details.name) || profile.alias[0] || profile.id;
  return layout(
    call,
    "account-page",
    fill(accountText(call).documentTitle, { name: displayText(name) }),
    html`${greeting(call, view, name)}
<div class="column">
${details(call, view)}
${access(call, view)}
${besideProfile}
${administers && administration(call, view)}
</div>
<div class="column">
${security(call, view)}
${belowSigningIn}
</div>
${scripted && !program && scriptTexts(call)}`,
    undefined,
    RULES_STYLE + ACCOUNT_STYLE,
    scripted
      ? html`<script type="module" src="${call.service.options.prefix_path}/ui/account.js"></script>`
      : undefined,
    program,
  );
}
