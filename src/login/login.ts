/** The interface of a login, and what its parts share (login-middleware.md; login-session-wire 3). */
import type { Hono } from "hono";
import type { GuessLimits } from "../api.ts";
import type { Instances } from "../session/instances.ts";
import type { IncomingRequest } from "../session/session.ts";
import type { LoginAssets } from "./asset-files.ts";
import type { LoginPaths } from "./login-paths.ts";
import type { ParsedLogin } from "./options.ts";
import type { OwnCodes } from "./own-codes.ts";
import type { StateBox } from "./state-box.ts";

export interface Login extends AsyncDisposable {
  readonly options: ParsedLogin;
  /**
   * For `root.route("/", login.app)`: everything below `path.base` and the overridden paths, with and
   * without a final slash. What is not ours goes to the next handler.
   */
  readonly app: Hono;
  /** The same without Hono: undefined belongs to the next handler. Never throws. */
  answer(asked: IncomingRequest): Promise<Response | undefined>;
  /** Signs out, for any method and path; for the `logout` flag and for routes of the host. */
  logout(asked: IncomingRequest): Promise<Response>;
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
}
