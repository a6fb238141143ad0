/** Passkey buttons: with the user name when it is filled in, else any passkey (login-session-wire 4.1.4). */
import { isWebAuthnSupported, type LoginLink } from "../../sdk/sdk.ts";
import { completed } from "../completed.ts";
import { fieldValue } from "../find.ts";
import { run } from "../form.ts";
import { t } from "../language.ts";
import { sdk } from "../login-client.ts";
import { manifest, rememberMe } from "../manifest.ts";
import { describe, showError } from "../messages.ts";
import type { PageMethod } from "../method.ts";
import { offerPasskeyAutofill, stopPasskeyAutofill } from "./passkey-autofill.ts";

async function signIn(link: LoginLink): Promise<void> {
  stopPasskeyAutofill();
  const username = fieldValue("username").trim();
  await sdk.passkey(link, { ...(username && { username }), rememberMe: rememberMe() });
  await completed();
}

/** The buttons are hidden until we know that they work. */
function offer(): void {
  const { passkey, ...others } = manifest.provider;
  if (!passkey?.length) return;
  if (!isWebAuthnSupported()) {
    if (!Object.values(others).some((links) => links?.length)) showError(t("noPasskeys"));
    return;
  }
  document.getElementById("login-others")?.removeAttribute("hidden");
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.passkey")) {
    const link = passkey.find(({ url }) => url === button.dataset.url);
    if (!link) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      void run(
        button,
        "waitingForPasskey",
        () => signIn(link),
        (error) => {
          showError(describe(error));
          button.focus();
        },
      );
    });
  }
}

export const passkey: PageMethod = {
  offer,
  // Not where the link of a mail has opened another view: the person is there for that.
  opened: () => void offerPasskeyAutofill(),
  restore: stopPasskeyAutofill,
};
