/** Errors (red) and notices (green), each in its own live region; one of them at a time. */
import { LoginError } from "../sdk/sdk.ts";
import { weakPasswordText } from "../src/std/weak-password-text.ts";
import { waitText } from "../src/web/texts/wait.ts";
import { find } from "./find.ts";
import { failureText, language, t } from "./language.ts";

const region = (id: string): HTMLElement | undefined => find(id, HTMLElement);

function show(id: string, ...content: (string | Node)[]): void {
  clearMessages();
  region(id)?.replaceChildren(...content);
}

export function clearMessages(): void {
  for (const id of ["login-error", "login-notice"]) region(id)?.replaceChildren();
  for (const field of document.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-errormessage");
  }
}

export const showNotice = (text: string): void => show("login-notice", text);
export const showError = (...content: (string | Node)[]): void => show("login-error", ...content);

/** The fields that the error speaks of; the first one is selected, ready to be typed again. */
export function blame(...fields: (HTMLInputElement | undefined)[]): void {
  for (const field of fields) {
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-errormessage", "login-error");
  }
  fields[0]?.focus();
  fields[0]?.select();
}

/** What went wrong, in the language of the page where we know what it was. */
export function describe(error: unknown): string {
  if (!(error instanceof LoginError)) return t("somethingWrong");
  if (error.credentials) return t("badCredentials");
  const { status, retryAfter } = error;
  if (status === 429) {
    return retryAfter === undefined
      ? t("tooManyAttemptsSoon")
      : t("tooManyAttempts", waitText(retryAfter, language));
  }
  const failure = failureText(error);
  if (failure) return failure;
  const weak = weakPasswordText(error.code);
  if (weak) return t(weak);
  // The reason of an outage would not help.
  if (status >= 500) return t("notAvailableNow");
  // What the service says of a field is English.
  return language === "en" ? error.message : t("entryRefused");
}
