/** The `form-action` of a page whose form ends at a client (CSP 3 §6.4; B-1). */
import type { RedirectView } from "../../oauth2/clients/redirect-uri.ts";

/**
 * Chromium applies `form-action` to every redirect that follows a form. Naming the target's origin
 * alone would strand users of clients that send them on (to a tenant's host, a welcome page), with no
 * readable error. So https targets admit https, and nothing weaker: the form itself has
 * a fixed action and no content of ours runs or repeats markup from outside. Source lists cannot name
 * IPv6 addresses or any scheme's host, so those are admitted by their scheme.
 */
export function formActionFor({ scheme, host, loopback }: RedirectView): readonly string[] {
  if (scheme === "https:") return ["'self'", "https:"];
  if (loopback) {
    // A tool on this device answers at its port and often shows a page of its vendor afterwards.
    const local = host.startsWith("[") ? ["http:"] : ["http://127.0.0.1:*", "http://localhost:*"];
    return ["'self'", ...local, "https:"];
  }
  return ["'self'", scheme === "http:" ? `http://${host}` : scheme];
}
