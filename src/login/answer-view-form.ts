/** Forms of the views that methods have, without script: they do what the JSON routes do (B-10, L-W13). */

import { type AuthError, isRecoverable } from "../errors.ts";
import { fill } from "../std/texts/fill.ts";
import { weakPasswordText } from "../std/weak-password-text.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { loginText } from "../web/texts/catalogues.ts";
import { waitText } from "../web/texts/wait.ts";
import { MAIL_CODE_GONE } from "./email-login.ts";
import { setupView } from "./factor-setup.ts";
import { notFound } from "./json-answer.ts";
import type { MethodView, SentForm, SignedInByView, Visit } from "./login-parts.ts";
import type { OpenedView } from "./page/view.ts";
import { renderLogin } from "./render-login.ts";

/** What the fields say of themselves, as a sentence. */
const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** In English the service says which field it is; in other languages there is one sentence for all. */
const refusedEntry = (visit: Visit, message: string): string =>
  visit.language?.() === "en" ? asSentence(message) : loginText(visit).entryRefused;

/** @param factored a second factor was asked for and sent: what was mailed has been accepted before */
function explain(visit: Visit, refusal: AuthError, factored: boolean): string {
  const { status, detail, message, messages, retryAfter } = refusal;
  // Not a mistake: the view says what it asks for now.
  if (detail === "mfa_required" || detail === "signup_password_required") return "";
  if (detail === "passkey_required") {
    return isRecoverable(refusal)
      ? loginText(visit).passkeyOrCode
      : loginText(visit).passkeyRequired;
  }
  if (detail === "mfa_setup_required") return loginText(visit).setupNotHere;
  if (detail === "signup_password_wrong") return loginText(visit).verifyPasswordWrong;
  if (detail === MAIL_CODE_GONE) return loginText(visit).mailCodeGone;
  const weak = weakPasswordText(detail);
  if (weak) return loginText(visit)[weak];
  // A service elsewhere says it without an id.
  if (messages?.some(({ id }) => id === "refusal.code_wrong") || (status === 401 && factored)) {
    return loginText(visit).codeNotValid;
  }
  if (status === 401) return loginText(visit).mailCodeNotValid;
  if (status === 404) return loginText(visit).wayNotAvailable;
  if (status === 409) return loginText(visit).accountExists;
  if (status === 429) {
    return retryAfter === undefined
      ? loginText(visit).tooManyAttemptsSoon
      : fill(loginText(visit).tooManyAttempts, {
          count: waitText(retryAfter, visit.language?.()),
        });
  }
  return status >= 500 ? loginText(visit).notAvailableNow : refusedEntry(visit, message);
}

/** The same view again, without passwords. */
async function showAgain(
  sent: SentForm,
  name: string,
  { again }: MethodView,
  error: unknown,
): Promise<Response> {
  const { visit, provider, field } = sent;
  const setup = setupView(error, "factor-setup-by-mail", provider, {
    remember_me: field("remember_me") === "true",
    svc_flow: field("svc_flow"),
  });
  if (setup) return renderLogin(visit, 401, { opened: setup });
  const refusal = refusalOf(error, visit.login.instances.runtime.log, "a form of the login page");
  const more = await again?.(sent, error);
  // The view itself says that the right to set a factor up is over, or the link of the mail.
  const noSetup = more !== undefined && "setup" in more && more.setup === undefined;
  const isOver = noSetup || more?.link?.kind === "gone";
  // Only a new mail helps: the view asks for its code, and for nothing else.
  const codeGone = refusal.detail === MAIL_CODE_GONE;
  const asksFactor =
    refusal.detail === "mfa_required" || isRecoverable(refusal) || field("totp") !== "";
  const opened: OpenedView = {
    ...{ name, provider, email: field("email"), fullName: field("name") },
    code: codeGone ? "" : field("code"),
    otp: asksFactor && !codeGone,
    svc_flow: field("svc_flow"),
    remember_me: field("remember_me") === "true",
    ...more,
  };
  const response = await renderLogin(visit, refusal.status, {
    opened,
    error: isOver ? "" : explain(visit, refusal, field("totp") !== ""),
  });
  if (refusal.retryAfter !== undefined) {
    response.headers.set("Retry-After", String(refusal.retryAfter));
  }
  return response;
}

/**
 * @param provider key of the one that the form names
 * @param goOn what follows a sign-in
 */
export async function answerViewForm(
  visit: Visit,
  provider: string,
  field: (name: string) => string,
  goOn: (signedIn: SignedInByView) => Promise<Response>,
): Promise<Response> {
  const name = field("view");
  const views = Object.values(visit.login.methods).flatMap((method) =>
    Object.entries(method.views),
  );
  const view = views.find(([one]) => one === name)?.[1];
  if (!view?.submit) throw notFound();
  const sent = { visit, provider, field };
  let outcome: Awaited<ReturnType<typeof view.submit>>;
  try {
    outcome = await view.submit(sent);
  } catch (error) {
    return showAgain(sent, name, view, error);
  }
  return "signedIn" in outcome ? goOn(outcome) : renderLogin(visit, 200, outcome);
}
