/** Sign-up, confirmation of an address and password reset (login-session-wire 4.1.2, 4.1.6). */
import { flowFromURL, LoginError, type PasswordLink } from "../../sdk/sdk.ts";
import { fieldValue, find, onClick } from "../find.ts";
import { onSubmit } from "../form.ts";
import { t } from "../language.ts";
import { sdk } from "../login-client.ts";
import { manifest } from "../manifest.ts";
import { blame, describe, showError, showNotice } from "../messages.ts";
import { focusView, showSignIn, showView } from "../view.ts";

const MIN_PASSWORD_LENGTH = 8;

/** What these routes refuse, in words of the page. */
function explain(error: unknown): string {
  if (error instanceof LoginError && !error.credentials) {
    if (error.status === 401) return t("mailCodeNotValid");
    if (error.status === 409) return t("accountExists");
  }
  return describe(error);
}

/** @param field the one that is most likely wrong */
const onAccountSubmit = (id: string, field: string, task: () => Promise<void>): void =>
  onSubmit(id, "oneMoment", task, (error) => {
    showError(explain(error));
    const input = find(field, HTMLInputElement);
    if (error instanceof LoginError && [401, 409].includes(error.status)) blame(input);
    else input?.focus();
  });

/** The link of a mail has done its work: a reload shows the sign-in view. */
function forgetMailFlow(): void {
  const url = new URL(location.href);
  for (const name of ["flow", "code", "view"]) url.searchParams.delete(name);
  history.replaceState(null, "", url);
}

/** Signing in is not automatic; the user name is what was just used, where it was. */
function signInNext(notice: string, username?: string): void {
  forgetMailFlow();
  showSignIn();
  const field = find("username", HTMLInputElement);
  if (field && username) field.value = username;
  showNotice(notice);
  focusView();
}

function setLeast(link: PasswordLink): void {
  const least = link.password_min_length ?? MIN_PASSWORD_LENGTH;
  const field = find("new_password", HTMLInputElement);
  if (field) field.minLength = least;
  const hint = document.querySelector("#new_password-hint [data-text]");
  if (hint) hint.textContent = t("passwordHint", least);
}

const email = (): string => fieldValue("email").trim();
const code = (): string => fieldValue("code").trim();

function prefill(id: string, value: string): void {
  const field = find(id, HTMLInputElement);
  if (field) field.value = value;
}

function openVerify(link: PasswordLink, mailCode = "", username = ""): boolean {
  if (!showView("verify")) return false;
  prefill("code", mailCode);
  onAccountSubmit("verify-form", "code", async () => {
    await sdk.signupVerify(link, code());
    signInNext(t("verified"), username);
  });
  focusView();
  return true;
}

export function openSignup(link: PasswordLink | undefined): void {
  if (!link || !showView("signup")) return;
  setLeast(link);
  onClick("login-have-code", () => openVerify(link));
  onAccountSubmit("signup-form", "email", async () => {
    const username = email();
    const input = {
      email: username,
      password: fieldValue("new_password"),
      name: fieldValue("name").trim(),
    };
    const { verificationRequired } = await sdk.signup(link, input);
    if (verificationRequired && openVerify(link, "", username)) showNotice(t("signupSent"));
    else signInNext(t("signedUp"), username);
  });
  focusView();
}

function openResetConfirm(link: PasswordLink, mailCode = "", username = ""): boolean {
  if (!showView("reset-confirm")) return false;
  setLeast(link);
  prefill("code", mailCode);
  onAccountSubmit("reset-confirm-form", "code", async () => {
    await sdk.resetConfirm(link, code(), fieldValue("new_password"));
    signInNext(t("passwordSaved"), username);
  });
  focusView();
  return true;
}

export function openResetRequest(link: PasswordLink | undefined): void {
  const username = fieldValue("username").trim();
  if (!link || !showView("reset")) return;
  if (username.includes("@")) prefill("email", username);
  onClick("login-have-code", () => openResetConfirm(link));
  onAccountSubmit("reset-form", "email", async () => {
    const address = email();
    await sdk.resetRequest(link, { email: address });
    openResetConfirm(link, "", address);
    showNotice(t("resetSent"));
  });
  focusView();
}

/** `flow=verify` and `flow=reset` of the page's address, and a named `view`, for the first provider that offers them. */
export function openMailFlow(): boolean {
  const mail = flowFromURL();
  const view = new URL(location.href).searchParams.get("view");
  const links = manifest.provider.password ?? [];
  const verify = links.find((link) => link.signup_verify_url);
  const reset = links.find((link) => link.password_reset_confirm_url);
  if (mail?.flow === "verify" && verify) return openVerify(verify, mail.code);
  if (mail?.flow === "reset" && reset) return openResetConfirm(reset, mail.code);
  if (view === "signup" && verify) openSignup(verify);
  else if (view === "verify" && verify) openVerify(verify);
  else if (view === "reset" && reset) openResetRequest(reset);
  else if (view === "reset-confirm" && reset) openResetConfirm(reset);
  else return false;
  return true;
}
