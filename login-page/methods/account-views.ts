/** Sign-up, confirmation of an address and password reset (login-session-wire 4.1.2, 4.1.6). */
import {
  flowFromURL,
  LoginError,
  type PasswordLink,
  type SignupVerifyInput,
  type SignupVerifyResult,
} from "../../sdk/sdk.ts";
import { fieldValue, find, onClick } from "../find.ts";
import { onSubmit, run } from "../form.ts";
import { t } from "../language.ts";
import { sdk } from "../login-client.ts";
import { manifest } from "../manifest.ts";
import { blame, describe, showError, showNotice } from "../messages.ts";
import { askedFurther, goOn } from "../second-factor.ts";
import { requiredLevels } from "../set-up.ts";
import { began, focusView, showSignIn, showView } from "../view.ts";

const MIN_PASSWORD_LENGTH = 8;

/** What was typed stays in memory only. */
interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A sign-up of this page. */
interface BegunSignup extends Credentials {
  readonly flow: string | undefined;
}

/** What these routes refuse, in words of the page. */
function explain(error: unknown): string {
  if (error instanceof LoginError && error.code === "signup_password_wrong") {
    return t("verifyPasswordWrong");
  }
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
  const rules = find("new_password-hint", HTMLUListElement);
  if (!rules) return;
  rules.dataset.least = String(least);
  const length = rules.querySelector("[data-text]");
  if (length) length.textContent = t("passwordHint", least);
  const refuses: readonly string[] = link.password_refuses ?? [];
  for (const rule of rules.querySelectorAll<HTMLElement>("[data-rule]:not([data-rule=length])")) {
    if (rule.dataset.rule !== "most") rule.hidden = !refuses.includes(rule.dataset.rule ?? "");
  }
}

const email = (): string => fieldValue("email").trim();
const code = (): string => fieldValue("code").trim();

function prefill(id: string, value: string): void {
  const field = find(id, HTMLInputElement);
  if (field) field.value = value;
}

/** This page signs in with what was typed into it. */
async function signInWith(link: PasswordLink, { username, password }: Credentials): Promise<void> {
  const ask = (totp?: string) =>
    sdk.password(link, {
      ...{ username, password },
      extra: { ...requiredLevels(), ...(totp && { totp }) },
    });
  try {
    await goOn(await ask(), {});
  } catch (error) {
    if (!askedFurther(error, {}, ask)) throw error;
  }
}

/** With what was typed into this page; where that is refused, what was done stands, and the person signs in. */
async function signInNow(link: PasswordLink, typed: Credentials, notice: string): Promise<void> {
  forgetMailFlow();
  await signInWith(link, typed).catch(() => signInNext(notice, typed.username));
}

/** On with the session, or to the view that signs in. @param typed at the sign-up, where this page has it */
async function goOnVerified(
  link: PasswordLink,
  { signedIn, ...more }: SignupVerifyResult,
  notice: string,
  typed?: Credentials,
): Promise<void> {
  // A service elsewhere signs no one in by the code.
  if (!signedIn) return typed ? signInNow(link, typed, notice) : signInNext(notice);
  forgetMailFlow();
  await goOn(more, {});
}

async function verify(link: PasswordLink, sent: string, input: SignupVerifyInput) {
  try {
    return await sdk.signupVerify(link, sent, { ...input, signIn: true, extra: requiredLevels() });
  } catch (error) {
    // The account is there: its sign-in goes on with a second factor.
    if (askedFurther(error, {}, () => Promise.reject(error))) return undefined;
    throw error;
  }
}

/** The password that was chosen in the browser of the sign-up. */
function openVerifyElsewhere(link: PasswordLink, sent: string, begun?: BegunSignup): boolean {
  if (!showView("verify-elsewhere")) return false;
  onAccountSubmit("verify-elsewhere-form", "password", async () => {
    const verified = await verify(link, sent, { password: fieldValue("password") });
    if (verified) await goOnVerified(link, verified, t("verifiedElsewhere"), begun);
  });
  focusView();
  return true;
}

const isElsewhere = (error: unknown): boolean =>
  error instanceof LoginError && error.code === "signup_password_required";

/** @param begun the sign-up of this page, whose address another browser may confirm */
function openVerify(link: PasswordLink, mailCode = "", begun?: BegunSignup): boolean {
  if (!showView("verify")) return false;
  prefill("code", mailCode);
  onAccountSubmit("verify-form", "code", async () => {
    const sent = code();
    const verifying = verify(link, sent, {});
    const verified = await verifying.catch((error: unknown) => {
      if (isElsewhere(error) && openVerifyElsewhere(link, sent, begun)) return undefined;
      throw error;
    });
    if (verified) await goOnVerified(link, verified, t("verified"), begun);
  });
  if (begun) awaitVerified(link, begun);
  focusView();
  return true;
}

/** The link is opened somewhere: in this browser the page that opened it has the session, and goes on. */
function awaitVerified(link: PasswordLink, begun: BegunSignup): void {
  const done = find("verify-done", HTMLButtonElement);
  if (done) {
    done.hidden = false;
    onClick("verify-done", () => {
      void run(
        done,
        "signingIn",
        () => signInWith(link, begun),
        (error) => {
          const early = error instanceof LoginError && error.credentials;
          showError(early ? t("notConfirmedYet") : describe(error));
        },
      );
    });
  }
  const { flow } = begun;
  if (flow === undefined) return;
  const waiting = new AbortController();
  onClick("login-back", () => waiting.abort());
  sdk.emailCompleted(flow, waiting.signal).then(
    () => showNotice(t("signedIn")),
    () => undefined,
  );
}

export function openSignup(link: PasswordLink | undefined): void {
  if (!link || !showView("signup")) return;
  setLeast(link);
  onClick("login-have-code", () => openVerify(link));
  onAccountSubmit("signup-form", "email", async () => {
    const begun = { username: email(), password: fieldValue("new_password") };
    const name = fieldValue("name").trim();
    const { username, password } = begun;
    const input = { email: username, password, name, goOn: true };
    const { verificationRequired, flow } = await sdk.signup(link, input);
    const opened = verificationRequired && openVerify(link, "", { ...begun, flow });
    if (opened) showNotice(t("signupSent"));
    else signInNext(t("signedUp"), username);
  });
  focusView();
}

function openResetConfirm(link: PasswordLink, mailCode = "", username = ""): boolean {
  if (!showView("reset-confirm")) return false;
  setLeast(link);
  prefill("code", mailCode);
  onAccountSubmit("reset-confirm-form", "code", async () => {
    const password = fieldValue("new_password");
    const { signInAs } = await sdk.resetConfirm(link, code(), password, { signIn: true });
    if (signInAs) await signInNow(link, { username: signInAs, password }, t("passwordSaved"));
    else signInNext(t("passwordSaved"), username);
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
    await sdk.resetRequest(link, { email: address, goOn: true });
    openResetConfirm(link, "", address);
    showNotice(t("resetSent"));
  });
  focusView();
}

/** The link of a sign-up, as the service has opened it: in another browser it asks for the password. */
const openMailed = (link: PasswordLink, sent: string): boolean =>
  began === "verify-elsewhere" ? openVerifyElsewhere(link, sent) : openVerify(link, sent);

/** `flow=verify` and `flow=reset` of the page's address, and a named `view`, for the first provider that offers them. */
export function openMailFlow(): boolean {
  const mail = flowFromURL();
  const view = new URL(location.href).searchParams.get("view");
  const links = manifest.provider.password ?? [];
  const verify = links.find((link) => link.signup_verify_url);
  const reset = links.find((link) => link.password_reset_confirm_url);
  if (mail?.flow === "verify" && verify) return openMailed(verify, mail.code);
  if (mail?.flow === "reset" && reset) return openResetConfirm(reset, mail.code);
  if (view === "signup" && verify) openSignup(verify);
  else if (view === "verify" && verify) openVerify(verify);
  else if (view === "reset" && reset) openResetRequest(reset);
  else if (view === "reset-confirm" && reset) openResetConfirm(reset);
  else return false;
  return true;
}
