/** The page of this login that the link of a mail opens (decision E-11): its own address, and nothing that a browser sent. */
import type { Visit } from "./visit.ts";

/** The `flow` of the page (login-middleware.md, Authentication 5). */
export type MailFlow = "verify" | "reset" | "email";

export function mailPage(visit: Visit, flow: MailFlow): URL {
  const { options, paths } = visit.login;
  const url = new URL(options.redirect.base_url || visit.origin);
  url.pathname = `${paths.root}/`;
  url.search = "";
  url.hash = "";
  url.searchParams.set("flow", flow);
  return url;
}
