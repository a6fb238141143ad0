/** Sign-in without script: a plain form of the page (B-2, B-10; login-session-wire 3.6). */

import { type AuthError, isRecoverable } from "../errors.ts";
import { fill } from "../std/texts/fill.ts";
import { noticePage } from "../web/errors/page.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { loginText } from "../web/texts/catalogues.ts";
import { waitText } from "../web/texts/wait.ts";
import { answerViewForm } from "./answer-view-form.ts";
import { readFormFields } from "./body.ts";
import { type SetupView, setupView } from "./factor-setup.ts";
import { firstPasswordView } from "./first-password.ts";
import { targetOf } from "./form-target.ts";
import { isOwnFormToken } from "./form-token.ts";
import { notFound } from "./json-answer.ts";
import { isUsable } from "./provider-flow.ts";
import { redirect } from "./redirect.ts";
import { renderLogin } from "./render-login.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import type { SignedIn } from "./signed-in.ts";
import type { Visit } from "./visit.ts";

/** The key itself, or the link of the manifest that ends with it; none where there is no choice. */
async function providerKey(visit: Visit, given: string): Promise<string> {
  if (given !== "") {
    try {
      return decodeURIComponent(given.split("/").at(-1) ?? "");
    } catch {
      return given;
    }
  }
  const providers = [...(await visit.session.providers())].filter(
    ([key, provider]) => provider.password_flow && !provider.hide && isUsable(visit, key, provider),
  );
  return providers.length === 1 ? (providers[0]?.[0] ?? "") : "";
}

/**
 * On to where the person wanted to go. Before that the page shows new recovery codes, says how many are left after one was used,
 * or offers to set a second factor up.
 */
async function goOn(
  visit: Visit,
  name: SetupView,
  provider: string,
  signedIn: SignedIn,
  landing?: string,
): Promise<Response> {
  const { recovery_codes_left: left, recovery_codes: list, factor_setup: setup } = signedIn;
  const href = landing ?? targetOf(visit);
  if (setup) {
    return renderLogin(visit, 200, {
      opened: { name, provider, setup, later: href },
    });
  }
  if (list) {
    return noticePage(visit, 200, {
      title: loginText(visit).setupCodesTitle,
      text: loginText(visit).setupCodesText,
      list,
      next: { href, text: loginText(visit).continue },
    });
  }
  if (left === undefined) return redirect(visit, 303, href);
  return noticePage(visit, 200, {
    title: loginText(visit).recoveryUsedTitle,
    text: fill(loginText(visit).recoveryUsed, { count: left }),
    next: { href, text: loginText(visit).continue },
  });
}

/**
 * Words for people; the reason of an outage would not help them.
 *
 * @param factored a second factor was sent along
 */
function sentence(visit: Visit, refusal: AuthError, factored: boolean): string {
  const { status, detail, retryAfter } = refusal;
  // Not a mistake: the page says what it asks for now.
  if (detail === "mfa_required") return "";
  if (detail === "passkey_required") {
    return isRecoverable(refusal)
      ? loginText(visit).passkeyOrCode
      : loginText(visit).passkeyRequired;
  }
  if (detail === "mfa_setup_required") return loginText(visit).setupNotHere;
  if (detail === "password_change_required") return loginText(visit).firstPasswordElsewhere;
  // The password was typed anew beside the code, so it can be either.
  if (status === 401) return loginText(visit)[factored ? "badCredentialsOrCode" : "badCredentials"];
  if (status === 404) return loginText(visit).wayNotAvailable;
  if (status === 429) {
    return retryAfter === undefined
      ? loginText(visit).tooManyAttemptsSoon
      : fill(loginText(visit).tooManyAttempts, {
          count: waitText(retryAfter, visit.language?.()),
        });
  }
  return status >= 500 ? loginText(visit).notAvailableNow : loginText(visit).fieldsMissing;
}

/** `POST {base}/` of the form; a refusal shows the page again, without the password. */
export async function answerForm(visit: Visit): Promise<Response> {
  // A custom UI has no page of ours, so no form of ours either.
  if (visit.login.options.ui.external_folder) throw notFound();
  requireOwnOrigin(visit, "form");
  const fields = await readFormFields(visit.request);
  const field = (name: string) => fields.get(name) ?? "";
  const kept = {
    username: field("username"),
    provider: field("provider"),
    remember_me: field("remember_me") === "true",
  };
  if (!isOwnFormToken(visit, field("form_token"))) {
    return renderLogin(visit, 400, { ...kept, error: loginText(visit).openTooLong });
  }
  if (field("view") !== "") {
    const key = await providerKey(visit, field("provider"));
    return answerViewForm(visit, key, field, ({ signedIn, landing }) =>
      goOn(visit, "factor-setup-by-mail", key, signedIn, landing),
    );
  }
  const method = Object.values(visit.login.methods).find(({ submit }) => submit);
  if (!method?.submit) throw notFound();
  const provider = await providerKey(visit, field("provider"));
  let signedIn: SignedIn;
  try {
    signedIn = await method.submit({ visit, provider, field });
  } catch (error) {
    const { remember_me } = kept;
    const opened =
      setupView(error, "factor-setup", provider, { remember_me }) ??
      (await firstPasswordView(visit, error, provider, { remember_me }));
    if (opened) return renderLogin(visit, 401, { opened });
    const refusal = refusalOf(error, visit.login.instances.runtime.log, "a sign-in request");
    const otp = refusal.detail === "mfa_required" || isRecoverable(refusal) || field("totp") !== "";
    const response = await renderLogin(visit, refusal.status, {
      ...kept,
      otp,
      error: sentence(visit, refusal, field("totp") !== ""),
    });
    if (refusal.retryAfter !== undefined) {
      response.headers.set("Retry-After", String(refusal.retryAfter));
    }
    return response;
  }
  return goOn(visit, "factor-setup", provider, signedIn);
}
