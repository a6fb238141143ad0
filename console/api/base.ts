/** Where the service is: the path of this page up to `/ui` (auth-wire 8). */
export const PREFIX = location.pathname.slice(0, Math.max(0, location.pathname.lastIndexOf("/ui")));

/** Of this page's own stylesheets; browsers show it to scripts as a property alone. */
export const NONCE =
  document.querySelector<HTMLScriptElement>("script[type=module][nonce]")?.nonce ?? "";
