/** The form of the account page that changes the own password; it works without script (B-2, B-10). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { eye } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { type PasswordRules, passwordRules } from "../../web/pages/password-rules.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { tokenField } from "./panel.ts";

export interface PasswordFormView {
  /** For password managers. */
  readonly username: string;
  readonly rules: PasswordRules;
  readonly formToken: string;
}

type Autocomplete = "current-password" | "new-password";

/** The button is hidden until the script can do what it says. */
function field(
  call: Call,
  name: string,
  label: string,
  autocomplete: Autocomplete,
  rules?: PasswordRules,
): Markup {
  const id = `account-${name}`;
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="with-button">
<input type="password" id="${id}" name="${name}" autocomplete="${autocomplete}" required${rules && html` aria-describedby="${id}-hint"`}>
<button type="button" class="show" data-show="${id}" aria-controls="${id}" aria-pressed="false"
 aria-label="${accountText(call).showPassword}" title="${accountText(call).showPassword}" hidden>${eye}</button>
</div>
${rules && passwordRules(call, id, rules)}</div>`;
}

export function passwordForm(call: Call, view: PasswordFormView): Markup {
  const { prefix_path: prefix } = call.service.options;
  return html`<form id="account-password" method="post" action="${prefix}/ui/password">
${tokenField(view)}
<input type="text" name="username" autocomplete="username" value="${view.username}" hidden readonly>
${field(call, "current_password", accountText(call).currentPassword, "current-password")}
${field(call, "new_password", accountText(call).newPassword, "new-password", view.rules)}
${field(call, "repeated_password", accountText(call).repeatPassword, "new-password")}
<p class="soft">${accountText(call).passwordHint}</p>
<div class="actions"><button type="submit" class="primary" id="account-password-save">${accountText(call).changePassword}</button></div>
</form>`;
}
