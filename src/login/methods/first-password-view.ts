/** The page that follows a temporary password; its form works without script (ADR 0086; B-10). */
import { html } from "hono/html";
import { choosePassword, rulesOfProvider } from "../first-password.ts";
import type { MethodView } from "../login-parts.ts";
import type { PasswordLink } from "../manifest.ts";
import { back, lead, links, newPassword, submit } from "../page/parts.ts";

export const firstPassword: MethodView<PasswordLink> = {
  title: "firstPasswordTitle",
  formOnly: true,
  carries: ["code"],
  draw: (drawing) => html`${drawing.form(
    "first-password-form",
    html`${lead(drawing.context, "firstPasswordText")}
${drawing.values.remember_me === true && html`<input type="hidden" name="remember_me" value="true">`}
${newPassword(drawing)}
${submit(drawing.context, "savePassword")}`,
  )}
${links(back(drawing))}`,
  async submit({ visit, provider, field }) {
    const { signedIn, username } = await choosePassword(visit, provider, {
      ticket: field("code"),
      password: field("new_password"),
      remember_me: field("remember_me") === "true",
    });
    return signedIn ? { signedIn } : { notice: "passwordSaved", username };
  },
  again: ({ visit, provider }) => rulesOfProvider(visit, provider),
};
