/** What scripts of pages say by themselves: a page brings it along in its language; the server draws all else. */
import type { TextKey } from "./en/login.ts";

export const SCRIPT_TEXTS = [
  // Buttons and fields
  "showPassword",
  "hidePassword",
  "signingIn",
  "waitingForPasskey",
  "creatingPasskey",
  "oneMoment",
  "passwordHint",
  "codeText",
  "totp",
  "recoveryText",
  "recoveryCode",
  "useRecoveryCode",
  "useAuthenticator",
  "waitingText",
  "continueHere",
  // What went well
  "recoveryUsed",
  "signupSent",
  "signedUp",
  "verified",
  "resetSent",
  "passwordSaved",
  "signedIn",
  // What did not
  "cancelled",
  "windowLooksClosed",
  "windowBlocked",
  "tookTooLong",
  "badCredentials",
  "codeNotValid",
  "mailCodeNotValid",
  "accountExists",
  "entryRefused",
  "tooManyAttempts",
  "tooManyAttemptsSoon",
  "unreachable",
  "notAvailableNow",
  "somethingWrong",
  "noPasskeys",
  "passkeyCancelled",
  "passkeyKnown",
  "passkeyUnusable",
] as const satisfies readonly TextKey[];

export type ScriptText = (typeof SCRIPT_TEXTS)[number];
