/** The login's own pages: at the origin of the visit, or at the configured one (L-W14; B-2). */
import { sameSpelling } from "../std/canonical-origin.ts";
import { requireOwnPage } from "../web/own-page.ts";
import type { Visit } from "./visit.ts";

export function requireOwnOrigin(
  { request, origin, login }: Visit,
  kind: "fetch" | "form" = "fetch",
): void {
  const { base_url } = login.options.redirect;
  const further = base_url === "" ? [] : [sameSpelling(new URL(base_url).origin)];
  requireOwnPage(request, () => [origin, ...further], kind);
}
