/** Fields of the login page: label above, stable ids and names, the right autofill (B-10). */
import { html } from "hono/html";
import { eye } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { type PasswordRules, passwordRules } from "../../web/pages/password-rules.ts";
import { loginText } from "../../web/texts/catalogues.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import type { Spoken } from "../../web/texts/language.ts";
import { text } from "./text.ts";

export interface Field {
  /** Name and id. */
  readonly name: string;
  readonly label: TextKey;
  readonly autocomplete: string;
  readonly type?: "text" | "email";
  readonly inputmode?: "numeric";
  readonly value?: string | undefined;
  readonly optional?: boolean;
  readonly autofocus?: boolean;
}

const label = (context: Spoken, name: string, key: TextKey, optional = false): Markup =>
  html`<label for="${name}">${text(context, key)}${optional && html` <small>(${text(context, "optional")})</small>`}</label>`;

export function field(context: Spoken, of: Field): Markup {
  const { name, type = "text", value = "", optional = false } = of;
  return html`<div class="field">${label(context, name, of.label, optional)}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${of.autocomplete}"
 autocapitalize="${name === "name" ? "words" : "none"}" spellcheck="false" maxlength="500"
${of.inputmode && html` inputmode="${of.inputmode}"`}${!optional && " required"}${of.autofocus && " autofocus"}></div>`;
}

export interface PasswordField {
  readonly name: string;
  readonly label: TextKey;
  /** Present: a new password, and what it has to be. */
  readonly rules?: PasswordRules;
  readonly autofocus?: boolean;
}

export function passwordField(
  context: Spoken,
  { name, label: key, rules, autofocus }: PasswordField,
): Markup {
  const show = loginText(context).showPassword;
  return html`<div class="field">${label(context, name, key)}
<div class="with-button">
<input id="${name}" name="${name}" type="password" autocomplete="${rules ? "new-password" : "current-password"}"
 autocapitalize="none" spellcheck="false" required
${rules && html` minlength="${rules.least}" aria-describedby="${name}-hint"`}${autofocus && " autofocus"}>
<button type="button" class="show" data-show="${name}" aria-controls="${name}" aria-pressed="false"
 aria-label="${show}" title="${show}" hidden>${eye}</button>
</div>
${rules && passwordRules(context, name, rules)}
</div>`;
}

export const rememberMeField = (context: Spoken, checked: boolean | undefined): Markup =>
  html`<label class="choice" for="remember_me"><input type="checkbox" id="remember_me" name="remember_me" value="true"${checked === true && " checked"}>
${text(context, "rememberMe")}</label>`;
