/** What a caller of `forwardAuth` writes; the schema beside it (`forward-auth.ts`) checks it. */
import type { DecisionOptions } from "./decision-options.ts";

export interface ForwardAuthOptions extends DecisionOptions {
  /** Name of the session that finds out who asks. Absent: a session in front of this route does. */
  readonly session_middleware?: string | undefined;
  /**
   * Header in which the proxy says the method.
   * @default "X-Forwarded-Method"
   */
  readonly method_header?: string | undefined;
  /**
   * Header in which the proxy says the host.
   * @default "X-Forwarded-Host"
   */
  readonly host_header?: string | undefined;
  /**
   * Header in which the proxy says path and query.
   * @default "X-Forwarded-Uri"
   */
  readonly uri_header?: string | undefined;
  /**
   * Headers of the request to copy to the 200; identity headers never are.
   * @default []
   */
  readonly pass_headers?: readonly string[] | null | undefined;
  /**
   * Browsers that must sign in get 302 to the login page instead of 401: for proxies that relay it.
   * @default false
   */
  readonly redirect?: boolean | undefined;
}
