/** Pieces of views that several methods have. */
import { html } from "hono/html";
import type { Markup } from "../../web/pages/layout.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import type { Spoken } from "../../web/texts/language.ts";
import type { LoginLink, LoginManifest } from "../manifest.ts";
import { field, passwordField, rememberMeField } from "./fields.ts";
import { text } from "./text.ts";
import type { Drawing, SignInView } from "./view.ts";

/** The links of a method; none where the manifest has no such group. */
export const linksOf = ({ provider }: LoginManifest, method: string): readonly LoginLink[] =>
  Object.entries(provider).find(([name]) => name === method)?.[1] ?? [];

/** The address of the page with another view. */
export const viewAddress = (action: string, view: string): string =>
  `${action}${action.includes("?") ? "&" : "?"}view=${view}`;

/** From the view that signs in to another one: a link, so that it works without script. */
export const viewLink = (
  { context, action }: SignInView,
  id: string,
  name: string,
  label: TextKey,
  shown = true,
): Markup =>
  html`<a class="link" id="${id}" href="${viewAddress(action, name)}"${!shown && " hidden"}>${text(context, label)}</a>`;

/** The choice in the view that signs in. */
export const rememberMe = ({ context, manifest, form }: SignInView): Markup | false =>
  manifest.disable_remember_me !== true && rememberMeField(context, form.remember_me);

/** In another view: chosen where the person signs in, which may be another device than the one that asked for the mail. */
export const rememberMeRow = ({ context, remembers, values }: Drawing): Markup | false =>
  remembers && html`<div class="row">${rememberMeField(context, values.remember_me)}</div>`;

export const submit = (context: Spoken, label: TextKey): Markup =>
  html`<button type="submit" class="primary">${text(context, label)}</button>`;

export const links = (...list: Markup[]): Markup => html`<p class="links">${list}</p>`;
export const back = ({ link }: Drawing): Markup => link("login-back", "back");
export const lead = (context: Spoken, label: TextKey): Markup =>
  html`<p class="soft">${text(context, label)}</p>`;

export const mailCode = ({ context, values }: Drawing): Markup =>
  field(context, {
    name: "code",
    label: "mailCode",
    autocomplete: "one-time-code",
    value: values.code,
  });
export const email = ({ context, values }: Drawing): Markup =>
  field(context, {
    ...{ name: "email", label: "email", type: "email", autocomplete: "username" },
    value: values.email,
  });
/** @param knowsAll the form has every word of the account that is looked for */
export const newPassword = ({ context, rules }: Drawing, knowsAll = false): Markup =>
  passwordField(context, {
    ...{ name: "new_password", label: "newPassword" },
    rules: { ...rules, knowsAll },
  });

/** Without script the code of the second factor is asked for in the same form. */
export const factor = ({ context, values }: Drawing): Markup | false =>
  values.otp === true &&
  html`${lead(context, "codeText")}${field(context, { name: "totp", label: "totp", autocomplete: "one-time-code" })}`;
