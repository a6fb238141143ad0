/** Every text of the pages in English, by what it belongs to. */
import { SAML } from "../../../messages/en-saml.ts";
import type { Translated } from "../../../std/texts/languages.ts";
import { ACCOUNT } from "./account.ts";
import { APPLICATIONS } from "./account-applications.ts";
import { KEYS } from "./account-keys.ts";
import { PROFILE } from "./account-profile.ts";
import { SESSIONS } from "./account-sessions.ts";
import { CONSENT } from "./consent.ts";
import { CONSOLE } from "./console.ts";
import { DEVICE } from "./device.ts";
import { ERRORS } from "./errors.ts";
import { LAYOUT } from "./layout.ts";
import { LOGIN } from "./login.ts";
import { PASSKEYS } from "./passkeys.ts";
import { SAML_CHECKS } from "./saml-checks.ts";
import { SAML_REPORT } from "./saml-report.ts";
import { SIGN_OUT } from "./sign-out.ts";
import { TWO_STEP } from "./two-step.ts";

export const texts = {
  account: ACCOUNT,
  applications: APPLICATIONS,
  profile: PROFILE,
  consent: CONSENT,
  console: CONSOLE,
  device: DEVICE,
  errors: ERRORS,
  keys: KEYS,
  layout: LAYOUT,
  login: LOGIN,
  passkeys: PASSKEYS,
  samlChecks: SAML_CHECKS,
  samlFaults: SAML,
  samlReport: SAML_REPORT,
  sessions: SESSIONS,
  signOut: SIGN_OUT,
  twoStep: TWO_STEP,
} as const;

export type Texts = Translated<typeof texts>;
