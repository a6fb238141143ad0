/** The script of the login page: everything it does goes through the served SDK (login-session-wire 4.1). */
import { openMailFlow } from "./account-views.ts";
import { endBusy } from "./busy.ts";
import { offerCodes } from "./code-sign-in.ts";
import { find } from "./find.ts";
import { keepFragment } from "./fragment.ts";
import { offerMail, openMailLink } from "./mail-sign-in.ts";
import { offerPasskeyAutofill, stopPasskeyAutofill } from "./passkey-autofill.ts";
import { offerPasskeys } from "./passkey-sign-in.ts";
import { offerPassword } from "./password-sign-in.ts";
import { offerShowPassword } from "./show-password.ts";
import { applyTheme, offerTheme } from "./theme.ts";
import { focusView } from "./view.ts";

applyTheme();
keepFragment();
offerTheme();
offerShowPassword(document);
offerPassword();
offerPasskeys();
offerCodes();
offerMail();
if (
  !openMailFlow() &&
  !openMailLink() &&
  matchMedia("(pointer: fine)").matches &&
  find("login-form", HTMLFormElement)
) {
  focusView();
}
void offerPasskeyAutofill();

// Shown again by the back button: nothing runs any longer, and no password waits in its field.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  stopPasskeyAutofill();
  endBusy();
  const password = find("password", HTMLInputElement);
  if (password) password.value = "";
});
