/** The script of the account page: what was typed into a password field can be shown. */
import { hidePasswords, offerShowPassword } from "./show-password.ts";

offerShowPassword(document);
// What is sent is a password again, for the browser's own memory of forms.
document.addEventListener("submit", () => hidePasswords(document));
