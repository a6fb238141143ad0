/** Where the login is: derived from the module's own address, or given (login-middleware.md, SDK). */

/** Replaced by the server with the path of an overridden methods route, or with an empty text. */
const METHODS_PATH: string = "__SVC_METHODS_PATH__";

export interface Place {
  /** Address of the base, with a trailing slash. */
  readonly base: string;
  readonly methods: string;
}

/** @param module address of the SDK module, one folder below the base */
export function placeOf(base: string | undefined, module: string): Place {
  if (base === undefined) {
    const derived = new URL("../", module);
    // Unreplaced, the text is no path.
    const methods = /^\//.test(METHODS_PATH) ? METHODS_PATH : "auth/methods";
    return { base: derived.href, methods: new URL(methods, derived).href };
  }
  const url = new URL(base, location.href);
  url.search = url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  // Another login than the module's: the default route always answers.
  return { base: url.href, methods: new URL("auth/methods", url).href };
}
