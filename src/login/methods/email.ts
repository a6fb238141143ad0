/** Sign-in by a code or link in a mail. */
import { html } from "hono/html";
import { answerEmail, answerEmailConfirm } from "../email-login.ts";
import type { LoginMethod } from "../login-parts.ts";
import type { EmailLink } from "../manifest.ts";
import { viewLink } from "../page/parts.ts";
import { emailViews } from "./email-views.ts";
import { factorSetup } from "./factor-setup.ts";
import { openLink } from "./mail-link.ts";

export const email: LoginMethod<EmailLink> = {
  routes: [
    { method: "POST", path: "email", answer: answerEmail },
    { method: "POST", path: "email/confirm", answer: answerEmailConfirm },
  ],

  /** Like a password, the code is a proof that the client handles: for the same providers. */
  link({ name, provider, oauth2, features, linkTo }) {
    const works = features ? features.email_code : Boolean(oauth2.email_url && oauth2.token_url);
    if (provider.password_flow !== true || !works) return undefined;
    return { name, url: linkTo("email"), confirm_url: linkTo("email/confirm") };
  },

  slot: "below",
  draw: (view) =>
    html`<p class="aside" id="login-by-mail">${viewLink(view, "login-mail", "mail", "mailMeCode")}</p>`,

  secondFactor: true,
  views: { ...emailViews, "factor-setup-by-mail": factorSetup },
  mailed: { email: openLink },
};
