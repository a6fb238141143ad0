/** Whether people can sign in by mail (auth-wire 5.16). */
import type { Call } from "../../call.ts";
import { deliveryOf } from "../../mail/relay.ts";
import type { Runtime } from "../../runtime.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";

/** Codes of mails that other instances sent are redeemed also where this runtime cannot send. */
export const emailSignInEnabled = ({ snapshot }: Pick<Call, "snapshot">): boolean =>
  !snapshot.settings.email.disabled && snapshot.settings.email.smtp.host !== "";

export const EMAIL_SIGN_IN_DISABLED = "email login is disabled";

/** For a page that offers it: on, and this instance can send. */
export const emailSignInOffered = (snapshot: Snapshot, runtime: Pick<Runtime, "mailer">): boolean =>
  emailSignInEnabled({ snapshot }) &&
  typeof deliveryOf(snapshot.settings.email, runtime) === "object";
