/** Sign-up, reset and mail without script: forms of the page that do what the JSON routes do (B-10, L-W13). */
import type { AuthError } from "../errors.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { loginText } from "../web/texts/catalogues.ts";
import { fillIn, type TextKey } from "../web/texts/login.ts";
import { waitText } from "../web/texts/wait.ts";
import { actOnAccount } from "./account-actions.ts";
import { askForMail, signInByMail } from "./email-login.ts";
import { notFound } from "./json-answer.ts";
import { readLink } from "./open-view.ts";
import { type OpenedView, VIEW_NAMES, type ViewName } from "./page/view.ts";
import { type FormState, renderLogin } from "./render-login.ts";
import type { SignedIn } from "./signed-in.ts";
import { singleValue, type Visit } from "./visit.ts";

interface Sent {
  readonly visit: Visit;
  readonly provider: string;
  readonly field: (name: string) => string;
}

/** What follows: a page of ours, or a person who is signed in. */
type Outcome = FormState | { readonly signedIn: SignedIn };

const password = ({ field }: Sent): string => field("new_password");

/** The view that signs in, with what was just used as the username. */
const signInNext = (notice: TextKey, { field }: Sent): Outcome => ({
  notice,
  ...(field("email") !== "" && { username: field("email") }),
});

async function signup(sent: Sent): Promise<Outcome> {
  const { visit, provider, field } = sent;
  const body = { email: field("email"), password: password(sent), name: field("name") };
  const answer = await actOnAccount(visit, "signup", provider, body);
  const { payload } = (await answer.json()) as { payload?: { verification_required?: unknown } };
  if (payload?.verification_required === false) return signInNext("signedUp", sent);
  return { notice: "signupSent", opened: { name: "verify", provider } };
}

async function verify(sent: Sent): Promise<Outcome> {
  const { visit, provider, field } = sent;
  await actOnAccount(visit, "signup-verify", provider, { code: field("code") });
  return signInNext("verified", sent);
}

async function reset({ visit, provider, field }: Sent): Promise<Outcome> {
  await actOnAccount(visit, "reset", provider, { email: field("email") });
  return { notice: "resetSent", opened: { name: "reset-confirm", provider } };
}

async function resetConfirm(sent: Sent): Promise<Outcome> {
  const { visit, provider, field } = sent;
  const body = { code: field("code"), password: password(sent) };
  await actOnAccount(visit, "reset-confirm", provider, body);
  return signInNext("passwordSaved", sent);
}

async function mail({ visit, provider, field }: Sent): Promise<Outcome> {
  const email = field("email");
  const redirect_path = singleValue(visit.query, "redirect_path");
  await askForMail(visit, provider, { email, redirect_path });
  return { opened: { name: "mail-sent", provider, email } };
}

/** Without script no page waits for another; the one that waits with script goes on by `svc_flow`. */
async function mailedCode({ visit, provider, field }: Sent): Promise<Outcome> {
  const [code, email, totp, svc_flow] = ["code", "email", "totp", "svc_flow"].map(field);
  const remember_me = field("remember_me") === "true";
  const factor = totp?.replace(/\s+/g, "").toLowerCase();
  const body = { code, email, totp: factor, svc_flow, remember_me };
  return { signedIn: await signInByMail(visit, provider, body) };
}

const STEPS: Readonly<Record<ViewName, (sent: Sent) => Promise<Outcome>>> = {
  ...{ signup, verify, reset, mail },
  "reset-confirm": resetConfirm,
  "mail-sent": mailedCode,
  "mail-link": mailedCode,
};

/** What the fields say of themselves, as a sentence. */
const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** In English the service says which field it is; in other languages there is one sentence for all. */
const refusedEntry = (visit: Visit, message: string): string =>
  visit.language?.() === "en" ? asSentence(message) : loginText(visit).entryRefused;

function explain(visit: Visit, { status, detail, message, retryAfter }: AuthError): string {
  // Not a mistake: the view says what it asks for now.
  if (detail === "mfa_required") return "";
  if (status === 401) return loginText(visit).mailCodeNotValid;
  if (status === 404) return loginText(visit).wayNotAvailable;
  if (status === 409) return loginText(visit).accountExists;
  if (status === 429) {
    return retryAfter === undefined
      ? loginText(visit).tooManyAttemptsSoon
      : fillIn(loginText(visit).tooManyAttempts, waitText(retryAfter, visit.language?.()));
  }
  return status >= 500 ? loginText(visit).notAvailableNow : refusedEntry(visit, message);
}

/** The same view again, without passwords. */
async function refused(sent: Sent, name: ViewName, error: unknown): Promise<Response> {
  const { visit, provider, field } = sent;
  const refusal = refusalOf(error, visit.login.instances.runtime.log, "a form of the login page");
  const mailed = name.startsWith("mail-");
  const opened: OpenedView = {
    ...{ name, provider, code: field("code"), email: field("email"), fullName: field("name") },
    otp: mailed && (refusal.detail === "mfa_required" || field("totp") !== ""),
    svc_flow: field("svc_flow"),
    remember_me: field("remember_me") === "true",
    ...(name === "mail-link" && { link: await readLink(visit, provider, field("code")) }),
  };
  const response = await renderLogin(visit, refusal.status, {
    opened,
    error: explain(visit, refusal),
  });
  if (refusal.retryAfter !== undefined) {
    response.headers.set("Retry-After", String(refusal.retryAfter));
  }
  return response;
}

/**
 * @param signedIn what follows a sign-in
 * @param provider key of the one that the form names
 */
export async function answerViewForm(
  visit: Visit,
  provider: string,
  field: (name: string) => string,
  goOn: (signedIn: SignedIn) => Response,
): Promise<Response> {
  const name = VIEW_NAMES.find((one) => one === field("view"));
  if (!name) throw notFound();
  const sent = { visit, provider, field };
  let outcome: Outcome;
  try {
    outcome = await STEPS[name](sent);
  } catch (error) {
    return refused(sent, name, error);
  }
  return "signedIn" in outcome ? goOn(outcome.signedIn) : renderLogin(visit, 200, outcome);
}
