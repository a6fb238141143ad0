/** Sign-up, confirmation of an address, and a new password: the views, and what their forms do without script (B-10, L-W13). */
import { html } from "hono/html";
import { AuthError, isRecoverable } from "../../errors.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import { actOnAccount } from "../account-actions.ts";
import { setupView } from "../factor-setup.ts";
import type { MethodView, SentForm, SignedInByView, Visit } from "../login-parts.ts";
import type { PasswordLink } from "../manifest.ts";
import { searchOf } from "../open-view.ts";
import { field } from "../page/fields.ts";
import { back, email, lead, links, mailCode, newPassword, submit } from "../page/parts.ts";
import type { FormState } from "../page/view.ts";
import { signInWithPassword } from "../password-login.ts";
import { requireFlow } from "../provider-flow.ts";
import { demandedLevels } from "../requested-levels.ts";
import { resetHere } from "../reset-password.ts";
import { firstPassword } from "./first-password-view.ts";
import { invitation } from "./invitation-view.ts";
import { verifyViews } from "./verify-views.ts";

/** The view that signs in, with what was just used as the username. */
const signInNext = (notice: TextKey, { field }: SentForm): FormState => ({
  notice,
  ...(field("email") !== "" && { username: field("email") }),
});

const signup: MethodView<PasswordLink> = {
  title: "signupTitle",
  named: true,
  offered: (link) => Boolean(link.signup_url),
  draw: (drawing) =>
    html`${drawing.form(
      "signup-form",
      html`${field(drawing.context, { name: "name", label: "name", autocomplete: "name", optional: true, value: drawing.values.fullName })}
${email(drawing)}
${newPassword(drawing, true)}
${submit(drawing.context, "createAccount")}`,
    )}
${links(back(drawing), drawing.link("login-have-code", "haveCode", "verify"))}`,
  async submit(sent) {
    const { visit, provider, field } = sent;
    const body = {
      ...{ email: field("email"), password: field("new_password"), name: field("name") },
      search: searchOf(visit),
    };
    const answer = await actOnAccount(visit, "signup", provider, body);
    const { payload } = (await answer.json()) as { payload?: { verification_required?: unknown } };
    if (payload?.verification_required === false) return signInNext("signedUp", sent);
    return { notice: "signupSent", opened: { name: "verify", provider } };
  },
};

/** The password is saved: what else the sign-in asks for, the page says. */
async function signInAfterReset(
  visit: Visit,
  provider: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<FormState | SignedInByView> {
  try {
    const credentials = {
      ...{ username, password, totp: undefined, remember_me: false },
      require_acr: demandedLevels(visit.query),
    };
    const flow = await requireFlow(visit, provider);
    return { signedIn: await signInWithPassword(visit, flow, credentials) };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const opened = setupView(error, "factor-setup", provider, { remember_me: false });
    if (opened) return { opened };
    const otp = error.detail === "mfa_required" || isRecoverable(error);
    return { notice: "passwordSaved", username, otp };
  }
}

const reset: MethodView<PasswordLink> = {
  title: "resetTitle",
  named: true,
  offered: (link) => Boolean(link.password_reset_url),
  draw: (drawing) =>
    html`${drawing.form("reset-form", html`${lead(drawing.context, "resetText")}${email(drawing)}${submit(drawing.context, "sendCode")}`)}
${links(back(drawing), drawing.link("login-have-code", "haveCode", "reset-confirm"))}`,
  async submit({ visit, provider, field }) {
    const body = { email: field("email"), search: searchOf(visit) };
    await actOnAccount(visit, "reset", provider, body);
    return { notice: "resetSent", opened: { name: "reset-confirm", provider } };
  },
};

const resetConfirm: MethodView<PasswordLink> = {
  title: "resetConfirmTitle",
  named: true,
  offered: (link) => Boolean(link.password_reset_url),
  draw: (drawing) =>
    html`${drawing.form(
      "reset-confirm-form",
      html`${mailCode(drawing)}${newPassword(drawing)}${submit(drawing.context, "savePassword")}`,
    )}
${links(back(drawing))}`,
  async submit(sent) {
    const { visit, provider, field } = sent;
    const password = field("new_password");
    const { signInAs } = await resetHere(visit, provider, { code: field("code"), password });
    if (!signInAs) return signInNext("passwordSaved", sent);
    return signInAfterReset(visit, provider, { username: signInAs, password });
  },
};

export const passwordViews = {
  signup,
  ...verifyViews,
  reset,
  "reset-confirm": resetConfirm,
  invitation,
  "first-password": firstPassword,
};
