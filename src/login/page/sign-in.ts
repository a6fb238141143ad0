/** The sign-in view: works as a plain form; the script takes it over where it runs (B-10; wire 4.1). */
import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import { key, place } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import type { TextKey } from "../../web/texts/login.ts";
import type { LoginLink, LoginManifest, PasswordLink } from "../manifest.ts";
import { field, passwordField, rememberMeField } from "./fields.ts";
import { markOf } from "./marks.ts";
import { viewAddress } from "./opened-view.ts";
import { text, textOf } from "./text.ts";
import type { ViewName } from "./view.ts";

/** What the form showed before, and why it is shown again. */
export interface LoginFormView {
  readonly token: string;
  readonly username?: string;
  /** `url` of the password link that was chosen. */
  readonly provider?: string;
  readonly error?: string;
  /** Ask for the code of the second factor, too. */
  readonly otp?: boolean;
  readonly remember_me?: boolean;
}

interface SignIn {
  readonly action: string;
  /** Where a sign-in in this very window leads. */
  readonly returnTo?: string | undefined;
  readonly manifest: LoginManifest;
  readonly form: LoginFormView;
}

/** Labels are not unique, addresses are (L-O5). */
function providerField(links: readonly PasswordLink[], chosen: string | undefined): Markup {
  const [first, ...others] = links;
  if (others.length === 0) {
    return html`<input type="hidden" id="provider" name="provider" value="${first?.url}">`;
  }
  return html`<div class="field"><label for="provider">${text("provider")}</label>
<select id="provider" name="provider">
${links.map(({ name, url }) => html`<option value="${url}"${url === chosen && " selected"}>${displayText(name, 60)}</option>`)}
</select></div>`;
}

const rememberMe = ({ manifest, form }: SignIn) =>
  manifest.disable_remember_me !== true && rememberMeField(form.remember_me);

/** A link, so that it works without script. */
const viewLink = ({ action }: SignIn, id: string, name: ViewName, label: TextKey, shown = true) =>
  html`<a class="link" id="${id}" href="${viewAddress(action, name)}"${!shown && " hidden"}>${text(label)}</a>`;

function passwordForm(view: SignIn, links: readonly PasswordLink[]): Markup {
  const { form, action } = view;
  const resets = links.some(({ password_reset_url }) => password_reset_url);
  const signups = links.some(({ signup_url }) => signup_url);
  const again = form.error !== undefined || form.otp === true;
  const known = Boolean(form.username);
  return html`<form id="login-form" method="post" action="${action}">
<input type="hidden" name="form_token" value="${form.token}">
${providerField(links, form.provider)}
${form.otp && html`<p class="soft">${text("codeAndPassword")}</p>`}
${field({
  name: "username",
  label: "username",
  autocomplete: "username webauthn",
  value: form.username ?? "",
  autofocus: again && !known,
})}
${passwordField({ name: "password", label: "password", autofocus: again && known })}
${form.otp && field({ name: "totp", label: "totp", autocomplete: "one-time-code" })}
<div class="row">${rememberMe(view)}${viewLink(view, "login-forgot", "reset", "forgotPassword", resets)}</div>
<button type="submit" id="login-submit" class="primary">${text("signIn")}</button>
</form>
<p class="aside" id="login-no-account"${!signups && " hidden"}>${text("noAccount")} ${viewLink(view, "login-create-account", "signup", "createAccount")}</p>`;
}

/** Hidden until the script finds WebAuthn. */
const passkeyButton = ({ name, url }: LoginLink, several: boolean): Markup =>
  html`<button type="button" class="passkey" data-url="${url}" hidden>${key}${several ? textOf("usePasskeyOf", name) : text("usePasskey")}</button>`;

/** A link, so that it works without script; a form could not follow to another origin (B-1). */
const codeLink = ({ name, url, mark = "" }: LoginLink, returnTo: string | undefined): Markup =>
  html`<a class="button code" href="${url}${returnTo && `?redirect_path=${encodeURIComponent(returnTo)}`}" data-url="${url}">${markOf(mark) ?? place}${textOf("continueWith", name)}</a>`;

const nothing = html`<div class="note" id="login-empty"><p><strong>${text("nothingTitle")}</strong></p>
<p>${text("nothingText")}</p></div>`;

export function signInView(view: SignIn): Markup {
  const { provider } = view.manifest;
  const password = provider.password ?? [];
  const passkey = provider.passkey ?? [];
  const code = provider.code ?? [];
  const mailed = provider.email?.length ?? 0;
  if (password.length + passkey.length + code.length + mailed === 0) return nothing;
  const email = provider.email ?? [];
  const onlyPasskeys = password.length + code.length === 0;
  return html`${password.length > 0 ? passwordForm(view, password) : rememberMe(view)}
${
  passkey.length + code.length > 0 &&
  html`<div class="others"${onlyPasskeys || (password.length > 0 && code.length === 0) ? " hidden" : ""} id="login-others">
${password.length > 0 && html`<p class="or">${text("or")}</p>`}
${passkey.map((link) => passkeyButton(link, passkey.length > 1))}
${code.map((link) => codeLink(link, view.returnTo))}
</div>`
}
${email.length > 0 && html`<p class="aside" id="login-by-mail">${viewLink(view, "login-mail", "mail", "mailMeCode")}</p>`}
${onlyPasskeys && html`<noscript><p class="note">${text("passkeysNeedScript")}</p></noscript>`}`;
}
