/** Adding a passkey on the account page: only a script can ask an authenticator. */
import { LoginError } from "../sdk/login-error.ts";
import { registerPasskey } from "../sdk/passkey.ts";
import { isWebAuthnSupported } from "../sdk/webauthn-support.ts";
import { fieldValue, find } from "./find.ts";
import { failureText, language, t } from "./language.ts";

function textOf(error: unknown): string {
  if (!(error instanceof LoginError)) return t("somethingWrong");
  // What the service says is English.
  return failureText(error) ?? (language === "en" ? error.message : t("somethingWrong"));
}

async function add(form: HTMLFormElement, url: string): Promise<void> {
  const button = form.querySelector("button");
  const label = form.querySelector("[data-label]");
  const problem = find("account-passkey-problem", HTMLElement);
  const before = label?.textContent ?? "";
  if (!button || button.disabled) return;
  button.disabled = true;
  if (label) label.textContent = t("creatingPasskey");
  if (problem) problem.hidden = true;
  try {
    await registerPasskey(url, { name: fieldValue("account-passkey-name") });
    location.assign(form.dataset.page ?? location.pathname);
  } catch (error) {
    if (error instanceof LoginError && error.code === "reauthentication_required") {
      // The service leads through another sign-in, and back.
      button.disabled = false;
      form.submit();
      return;
    }
    if (problem) {
      problem.textContent = textOf(error);
      problem.hidden = false;
    }
    button.disabled = false;
    if (label) label.textContent = before;
    button.focus();
  }
}

export function offerNewPasskey(): void {
  const form = find("account-passkey-add", HTMLFormElement);
  const url = form?.dataset.register;
  if (!form || !url) return;
  if (!isWebAuthnSupported()) {
    find("account-passkey-unsupported", HTMLElement)?.removeAttribute("hidden");
    return;
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void add(form, url);
  });
}
