/** Sign-in with a password, and what comes with one: sign-up and reset. */
import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import type { Markup } from "../../web/pages/layout.ts";
import type { Spoken } from "../../web/texts/language.ts";
import { type AccountAction, answerAccount } from "../account-actions.ts";
import { answerSetUpApp, answerSetUpPasskey } from "../factor-setup.ts";
import { APP, PASSKEY } from "../factor-setup-view.ts";
import { answerInvitation } from "../invitation.ts";
import type { LoginMethod, MethodRoute, Offer } from "../login-parts.ts";
import type { PasswordLink } from "../manifest.ts";
import { field, passwordField } from "../page/fields.ts";
import { rememberMe, viewLink } from "../page/parts.ts";
import { text } from "../page/text.ts";
import type { SignInView } from "../page/view.ts";
import { answerPassword, signInWithPassword } from "../password-login.ts";
import { requireFlow } from "../provider-flow.ts";
import { demandedLevels } from "../requested-levels.ts";
import { answerResetConfirm, openReset } from "../reset-password.ts";
import { answerSignupVerify, openSignup } from "../verify-signup.ts";
import { factorSetup } from "./factor-setup.ts";
import { openInvitation } from "./invitation-view.ts";
import { passwordViews } from "./password-views.ts";

const accountRoute = (path: string, action: AccountAction): MethodRoute => ({
  method: "POST",
  path,
  answer: (visit, provider) => answerAccount(visit, action, provider),
});

/** What cannot work is not offered: a grant that is off, a provider without endpoint (O-4). */
const isOffered = ({ provider, oauth2, features }: Offer): boolean =>
  provider.password_flow === true && (features ? features.password : Boolean(oauth2.token_url));

function linkOf({ name, oauth2, features, linkTo }: Offer): PasswordLink {
  const signup = features ? features.signup : Boolean(oauth2.signup_url);
  const reset = features ? features.password_reset : Boolean(oauth2.password_reset_url);
  const least = features?.password_min_length ?? 0;
  const refuses = features?.password_refuses ?? [];
  return {
    name,
    url: linkTo("token"),
    ...(signup && {
      signup_url: linkTo("signup"),
      signup_verify_url: linkTo("signup/verify"),
    }),
    ...(reset && {
      password_reset_url: linkTo("reset"),
      password_reset_confirm_url: linkTo("reset/confirm"),
    }),
    // For the forms that choose a password; the sign-in itself never looks at the length.
    ...((signup || reset) && least > 0 && { password_min_length: least }),
    ...((signup || reset) && refuses.length > 0 && { password_refuses: refuses }),
  };
}

/** Labels are not unique, addresses are (L-O5). */
function providerField(
  context: Spoken,
  links: readonly PasswordLink[],
  chosen: string | undefined,
): Markup {
  const [first, ...others] = links;
  if (others.length === 0) {
    return html`<input type="hidden" id="provider" name="provider" value="${first?.url}">`;
  }
  return html`<div class="field"><label for="provider">${text(context, "provider")}</label>
<select id="provider" name="provider">
${links.map(({ name, url }) => html`<option value="${url}"${url === chosen && " selected"}>${displayText(name, 60)}</option>`)}
</select></div>`;
}

function passwordForm(view: SignInView, links: readonly PasswordLink[]): Markup {
  const { context, form, action } = view;
  const resets = links.some(({ password_reset_url }) => password_reset_url);
  const signups = links.some(({ signup_url }) => signup_url);
  const again = form.error !== undefined || form.otp === true;
  const known = Boolean(form.username);
  return html`<form id="login-form" method="post" action="${action}">
<input type="hidden" name="form_token" value="${form.token}">
${providerField(context, links, form.provider)}
${form.otp && html`<p class="soft">${text(context, "codeAndPassword")}</p>`}
${field(context, {
  name: "username",
  label: "username",
  autocomplete: "username webauthn",
  value: form.username ?? "",
  autofocus: again && !known,
})}
${passwordField(context, { name: "password", label: "password", autofocus: again && known })}
${form.otp && field(context, { name: "totp", label: "totp", autocomplete: "one-time-code" })}
<div class="row">${rememberMe(view)}${viewLink(view, "login-forgot", "reset", "forgotPassword", resets)}</div>
<button type="submit" id="login-submit" class="primary">${text(context, "signIn")}</button>
</form>
<p class="aside" id="login-no-account"${!signups && " hidden"}>${text(context, "noAccount")} ${viewLink(view, "login-create-account", "signup", "createAccount")}</p>`;
}

export const password: LoginMethod<PasswordLink> = {
  routes: [
    { method: "POST", path: "token", option: "token", answer: answerPassword },
    { method: "POST", path: APP, answer: answerSetUpApp },
    { method: "POST", path: PASSKEY, answer: answerSetUpPasskey },
    accountRoute("signup", "signup"),
    { method: "POST", path: "signup/verify", answer: answerSignupVerify },
    accountRoute("reset", "reset"),
    { method: "POST", path: "reset/confirm", answer: answerResetConfirm },
    { method: "POST", path: "invitation", answer: answerInvitation },
  ],
  link: (offer) => (isOffered(offer) ? linkOf(offer) : undefined),

  slot: "form",
  draw: passwordForm,
  async submit({ visit, provider, field }) {
    return signInWithPassword(visit, await requireFlow(visit, provider), {
      username: field("username"),
      password: field("password"),
      totp: field("totp"),
      remember_me: field("remember_me"),
      require_acr: demandedLevels(visit.query),
    });
  },

  secondFactor: true,
  views: { ...passwordViews, "factor-setup": factorSetup },
  mailed: {
    verify: openSignup,
    reset: openReset,
    invitation: openInvitation,
  },
};
