/** The script of the account page: passkeys are added, and typed passwords can be shown. */
import { offerNewPasskey } from "./account-passkeys.ts";
import { hidePasswords, offerShowPassword } from "./show-password.ts";

offerShowPassword(document);
offerNewPasskey();
// What is sent is a password again, for the browser's own memory of forms.
document.addEventListener("submit", () => hidePasswords(document));
