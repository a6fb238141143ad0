/** Sign-in with a password through the SDK; the provider is chosen by address (L-O5). */
import { LoginError, type PasswordLink, type PasswordResult } from "../../sdk/sdk.ts";
import { fieldValue, find, onClick } from "../find.ts";
import { onSubmit } from "../form.ts";
import { sdk } from "../login-client.ts";
import { manifest, rememberMe } from "../manifest.ts";
import { blame, describe, showError } from "../messages.ts";
import type { PageMethod } from "../method.ts";
import { askedFurther, goOn } from "../second-factor.ts";
import { requiredLevels } from "../set-up.ts";
import { openMailFlow, openResetRequest, openSignup } from "./account-views.ts";
import { offerInvitedPasskey } from "./invitation.ts";
import { stopPasskeyAutofill } from "./passkey-autofill.ts";

/** The chosen password provider; the first one unless another was chosen. */
function chosen(): PasswordLink | undefined {
  const links = manifest.provider.password ?? [];
  const url = find("provider", HTMLSelectElement)?.value;
  return links.find((link) => link.url === url) ?? links[0];
}

/** Account links that the chosen provider offers. */
function showAccountLinks(): void {
  const link = chosen();
  const forgot = document.getElementById("login-forgot");
  const noAccount = document.getElementById("login-no-account");
  if (forgot) forgot.hidden = !link?.password_reset_url;
  if (noAccount) noAccount.hidden = !link?.signup_url;
}

async function signIn(): Promise<void> {
  const link = chosen();
  if (!link) return;
  stopPasskeyAutofill();
  const [username, password, totp] = [
    fieldValue("username").trim(),
    fieldValue("password"),
    fieldValue("totp"),
  ];
  const input = { username, password, rememberMe: rememberMe() };
  const ask = (code: string) => {
    const extra = { ...requiredLevels(), ...(code && { totp: code }) };
    return sdk.password(link, { ...input, extra });
  };
  const onward = { rememberMe: input.rememberMe };
  let signedIn: PasswordResult;
  try {
    signedIn = await ask(totp);
  } catch (error) {
    if (!askedFurther(error, onward, ask)) throw error;
    return;
  }
  await goOn(signedIn, onward);
}

function showFailure(error: unknown): void {
  showError(describe(error));
  const [username, password] = ["username", "password"].map((id) => find(id, HTMLInputElement));
  if (error instanceof LoginError && error.credentials) blame(password, username);
  else password?.focus();
}

function offer(): void {
  onSubmit("login-form", "signingIn", signIn, showFailure);
  offerInvitedPasskey();
  find("provider", HTMLSelectElement)?.addEventListener("change", showAccountLinks);
  for (const [id, open] of [
    ["login-forgot", openResetRequest],
    ["login-create-account", openSignup],
  ] as const) {
    onClick(id, () => {
      stopPasskeyAutofill();
      open(chosen());
    });
  }
  showAccountLinks();
}

export const password: PageMethod = {
  offer,
  open: openMailFlow,
  restore() {
    const field = find("password", HTMLInputElement);
    if (field) field.value = "";
  },
};
