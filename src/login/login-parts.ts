/** What the parts of one login share. */
import type { GuessLimits, SentForms } from "../api.ts";
import type { Instances } from "../session/instances.ts";
import type { LoginAssets } from "./asset-files.ts";
import type { Login } from "./login.ts";
import type { LoginPaths } from "./login-paths.ts";
import type { ParsedLogin } from "./options.ts";
import type { OwnCodes } from "./own-codes.ts";
import type { StateBox } from "./state-box.ts";

/** A login as the command line and the standalone server know it. */
export interface LoginInternals extends Login {
  readonly options: ParsedLogin;
}

/** The long-lived parts of one login. */
export interface LoginParts {
  readonly options: ParsedLogin;
  readonly instances: Instances;
  readonly paths: LoginPaths;
  readonly assets: LoginAssets;
  /** Seals what a browser carries through a code flow. */
  readonly box: StateBox;
  /** Codes for logins without an auth instance in this process. */
  readonly codes: OwnCodes;
  /** For secrets that are passed on. */
  readonly guesses: () => GuessLimits;
  /** What forms came to, for a second click. */
  readonly forms: () => SentForms;
}
