/** What the page's own address asks for (login-session-wire 4.1.2, 4.2; B-7). */
import { trimEnd } from "../src/std/trim-end.ts";
import type { MailFlow } from "./types.ts";

const here = (): string => globalThis.location.href;

/** What the magic link of a mail asks for; undefined on any other page. */
export function flowFromURL(url: string = here()): MailFlow | undefined {
  const query = new URL(url).searchParams;
  const flow = query.get("flow");
  if (flow !== "verify" && flow !== "reset" && flow !== "email") return undefined;
  return { flow, code: query.get("code")?.trim() ?? "" };
}

/** The page is shown inside the service's own authorization-code flow. */
export function isResponseTypeCode(url: string = here()): boolean {
  return new URL(url).searchParams.get("response_type") === "code";
}

const slashless = (path: string): string => trimEnd(path, "/");

/** The query `redirect_path` when it is safe to follow: a path of this origin, other than this page. */
export function getRedirectPath(url: string = here()): string | undefined {
  const page = new URL(url);
  const wanted = page.searchParams.get("redirect_path");
  if (!wanted || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)) return undefined;
  const target = new URL(wanted, page.origin);
  // Dot segments can leave a path that would be read as a host.
  if (target.origin !== page.origin || target.pathname.startsWith("//")) return undefined;
  if (slashless(target.pathname) === slashless(page.pathname)) return undefined;
  return `${target.pathname}${target.search}${target.hash}`;
}
