/** After any successful flow: perhaps the offer of a passkey, then on (login-session-wire 4.1.5). */
import { type EnrollmentStatus, getRedirectPath, isResponseTypeCode } from "../sdk/sdk.ts";
import { startBusy } from "./busy.ts";
import { fieldValue, find, onClick } from "./find.ts";
import { onSubmit } from "./form.ts";
import { t } from "./language.ts";
import { sdk } from "./login-client.ts";
import { clearMessages, describe, showError, showNotice } from "./messages.ts";
import { focusView, showView } from "./view.ts";

/** The login is done; a slow answer about something optional must not hold it up. */
const PATIENCE_MS = 3_000;

/** On to where the person wanted to go. */
export function leave(): void {
  clearMessages();
  startBusy(undefined, "oneMoment");
  sdk.finish();
  if (getRedirectPath() !== undefined || isResponseTypeCode() || !window.opener) return;
  // Some windows refuse to close.
  setTimeout(() => showNotice(t("signedIn")), 1_000);
}

function offerPasskey(status: EnrollmentStatus): boolean {
  if (!showView("enrollment")) return false;
  onSubmit(
    "enrollment-form",
    "creatingPasskey",
    async () => {
      await sdk.enrollPasskey({ name: fieldValue("device") });
      leave();
    },
    (error) => {
      showError(describe(error));
      find("enrollment-decline", HTMLButtonElement)?.focus();
    },
  );
  onClick("enrollment-decline", () => {
    sdk.snoozePasskeyEnrollment(status);
    leave();
  });
  focusView();
  return true;
}

const noAnswer = (): Promise<EnrollmentStatus> =>
  new Promise((resolve) => setTimeout(() => resolve({ prompt: false }), PATIENCE_MS));

export async function completed(): Promise<void> {
  const answered = sdk.passkeyEnrollmentStatus().catch(() => ({ prompt: false }));
  const status: EnrollmentStatus = await Promise.race([answered, noAnswer()]);
  if (!status.prompt || !offerPasskey(status)) leave();
}
