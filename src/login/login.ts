/** The login as an application sees it (login-middleware.md; login-session-wire 3). */
import type { Hono } from "hono";
import type { IncomingRequest } from "../session/session.ts";

/** Signs people in. `await using`, or `login[Symbol.asyncDispose]()`, closes its store of codes. */
export interface Login extends AsyncDisposable {
  /**
   * For `root.route("/", login.app)`: everything below `path.base` and the overridden paths, with and
   * without a final slash. What is not ours goes to the next handler.
   */
  readonly app: Hono;
  /** The same without Hono: undefined belongs to the next handler. Never throws. */
  answer(incoming: IncomingRequest): Promise<Response | undefined>;
  /** Signs out, for any method and path; for the `logout` flag and for routes of the host. */
  logout(incoming: IncomingRequest): Promise<Response>;
}
