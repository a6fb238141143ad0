/** The code of the second factor; user name and password stay in memory only (L-D5; wire 4.1 [REC]). */
import { LoginError, type PasswordResult, type SetUpInput } from "../sdk/sdk.ts";
import { endBusy } from "./busy.ts";
import { completed } from "./completed.ts";
import { fieldValue, find, onClick } from "./find.ts";
import { onSubmit } from "./form.ts";
import { t } from "./language.ts";
import { blame, describe, showError } from "./messages.ts";
import { setUpFactor } from "./set-up.ts";
import { focusView, showView } from "./view.ts";

const field = (): HTMLInputElement | undefined => find("totp", HTMLInputElement);

function setText(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

/** The same field takes both; only the words and the keyboard differ. */
function showKind(recovery: boolean): void {
  setText("totp-text", t(recovery ? "recoveryText" : "codeText"));
  setText("login-recovery", t(recovery ? "useAuthenticator" : "useRecoveryCode"));
  const label = document.querySelector("label[for=totp]");
  if (label) label.textContent = t(recovery ? "recoveryCode" : "totp");
  const input = field();
  if (!input) return;
  input.inputMode = recovery ? "text" : "numeric";
  input.autocomplete = recovery ? "off" : "one-time-code";
  input.value = "";
  input.focus();
}

/** Recovery codes and six digits are often copied with blanks around or in them. */
const typedCode = (): string => fieldValue("totp").replace(/\s+/g, "").toLowerCase();

/** The user name and the password were right a moment ago: it can only be the code. */
const isWrongCode = (error: unknown): boolean =>
  error instanceof LoginError && (error.credentials || [400, 401].includes(error.status));

/** What a sign-in leads to: a second factor to be set up, or on. */
export async function goOn(signedIn: PasswordResult, input: SetUpInput): Promise<void> {
  await tellRecoveryCodes(signedIn);
  if (signedIn.setup) setUpFactor(signedIn.setup, input);
  else await completed();
}

/**
 * What a refused sign-in asks for; false where it asks for nothing.
 *
 * @param signIn once more, with the code
 * @param begin what a person does whose mailed code is over meanwhile
 */
export function askedFurther(
  error: unknown,
  input: SetUpInput,
  signIn: (totp: string) => Promise<PasswordResult>,
  begin?: () => void,
): boolean {
  if (!(error instanceof LoginError)) return false;
  if (error.code === "mfa_required") askSecondFactor(signIn, false, begin);
  else if (error.recovery) askSecondFactor(signIn, true, begin);
  else if (error.setup) setUpFactor(error.setup, input);
  else if (error.code === "password_change_required") sendPlain();
  else return false;
  return true;
}

/** The page that follows is one of forms alone; a form whose fields are disabled sends nothing. */
function sendPlain(): void {
  endBusy();
  find("login-form", HTMLFormElement)?.submit();
}

/** After a recovery code the page says how many are left, and goes on with a click. */
async function tellRecoveryCodes({ recoveryCodesLeft: left }: PasswordResult): Promise<void> {
  if (left === undefined || !showView("recovery-used")) return;
  setText("recovery-left", t("recoveryUsed", left));
  focusView();
  await new Promise<void>((resolve) => onClick("recovery-continue", resolve));
}

/**
 * @param signIn once more, with the code; what was typed before stays in memory only
 * @param spare the account signs in with a passkey, and a recovery code alone stands in for it
 * @param begin what a person does whose mailed code is over meanwhile
 */
function askSecondFactor(
  signIn: (totp: string) => Promise<PasswordResult>,
  spare: boolean,
  begin?: () => void,
): void {
  if (!showView("second-factor")) throw new Error("the page has no view for the code");
  if (spare) {
    showKind(true);
    setText("totp-text", t("passkeyOrCode"));
    document.getElementById("login-recovery")?.remove();
  }
  let recovery = false;
  onClick("login-recovery", () => {
    recovery = !recovery;
    showKind(recovery);
  });
  onSubmit(
    "second-factor-form",
    "signingIn",
    async () => {
      await tellRecoveryCodes(await signIn(typedCode()));
      await completed();
    },
    (error) => {
      if (begin && error instanceof LoginError && error.code === "expired_code") {
        begin();
        showError(t("mailCodeGone"));
        return;
      }
      showError(isWrongCode(error) ? t("codeNotValid") : describe(error));
      blame(field());
    },
  );
  focusView();
}
