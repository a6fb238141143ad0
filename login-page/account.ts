/** The script of the account page: passkeys are added, recovery codes copied, typed passwords can be shown, and the rules of a new one are ticked. */

import { offerCopyOfCodes } from "./account-codes.ts";
import { offerNewPasskey } from "./account-passkeys.ts";
import { offerUpload } from "./account-picture.ts";
import { tickRules } from "./password-rules.ts";
import { hidePasswords, offerShowPassword } from "./show-password.ts";

offerShowPassword(document);
offerNewPasskey();
offerUpload();
offerCopyOfCodes();
tickRules(document);
// What is sent is a password again, for the browser's own memory of forms.
document.addEventListener("submit", () => hidePasswords(document));
