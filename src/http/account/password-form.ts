/** The form of the account page that changes the own password; it works without script (B-2, B-10). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { fill } from "../../std/texts/fill.ts";
import { eye } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { tokenField } from "./panel.ts";

export interface PasswordFormView {
  /** For password managers. */
  readonly username: string;
  readonly minimumPasswordLength: number;
  readonly formToken: string;
}

type Autocomplete = "current-password" | "new-password";

/** The button is hidden until the script can do what it says. */
function field(
  call: Call,
  name: string,
  label: string,
  autocomplete: Autocomplete,
  hint?: string,
): Markup {
  const id = `account-${name}`;
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="with-button">
<input type="password" id="${id}" name="${name}" autocomplete="${autocomplete}" required${hint !== undefined && html` aria-describedby="${id}-hint"`}>
<button type="button" class="show" data-show="${id}" aria-controls="${id}" aria-pressed="false"
 aria-label="${accountText(call).showPassword}" title="${accountText(call).showPassword}" hidden>${eye}</button>
</div>
${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}</div>`;
}

export function passwordForm(call: Call, view: PasswordFormView): Markup {
  const { prefix_path: prefix } = call.service.options;
  const hint = fill(accountText(call).passwordHint, { count: view.minimumPasswordLength });
  return html`<form id="account-password" method="post" action="${prefix}/ui/password">
${tokenField(view)}
<input type="text" name="username" autocomplete="username" value="${view.username}" hidden readonly>
${field(call, "current_password", accountText(call).currentPassword, "current-password")}
${field(call, "new_password", accountText(call).newPassword, "new-password", hint)}
${field(call, "repeated_password", accountText(call).repeatPassword, "new-password")}
<div class="actions"><button type="submit" class="primary" id="account-password-save">${accountText(call).changePassword}</button></div>
</form>`;
}
