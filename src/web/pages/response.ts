/** Answers to browsers: every header that keeps a page to itself (B-1, B-6). */
import { encodeBase64Url } from "../../std/base64url.ts";
import { type Answered, type Reply, toResponse } from "../reply.ts";
import type { Page, PageContext } from "./layout.ts";

const YEAR_SECONDS = 31_536_000;

function isHttps(context: PageContext): boolean {
  try {
    return context.origin.startsWith("https:");
  } catch {
    // Without a readable origin an error page must still come out.
    return false;
  }
}

/** Our own files, and what carries the nonce of this answer: the stylesheets that Mantine makes, the import map. */
const programPolicy = (nonce: string, formAction: PageOptions["formAction"]) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...(formAction ? [`form-action ${formAction.join(" ")}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

const policy = (style: string, formAction: PageOptions["formAction"], scripted = false) =>
  [
    "default-src 'none'",
    `style-src ${style}`,
    // The icon.
    "img-src 'self'",
    // Our own files only; markup never carries a script (B-1).
    ...(scripted ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(formAction ? [`form-action ${formAction.join(" ")}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

const headersOf = (
  context: PageContext,
  contentSecurityPolicy: string,
): Record<string, string> => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  ...(isHttps(context) && { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` }),
});

export interface PageOptions {
  readonly status: number;
  /**
   * Sources of `form-action` (CSP 3 §6.4). Absent where a form ends at a client: Chromium applies them to every redirect
   * that follows, and a client may lead on to a scheme of its own or to a tool on the device. The form itself has a
   * fixed action, and nothing of the page comes from outside.
   */
  readonly formAction?: readonly string[];
  /** The page loads script files of our origin and talks to it. */
  readonly scripted?: boolean;
  /** The page is run by a program of ours (`PageProgram`). */
  readonly program?: boolean;
}

export function pageResponse(context: PageContext, page: Page, options: PageOptions): Reply {
  const nonce = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const contentSecurityPolicy = options.program
    ? programPolicy(nonce, options.formAction)
    : policy(`'nonce-${nonce}'`, options.formAction, options.scripted);
  return {
    status: options.status,
    text: page(nonce),
    headers: {
      ...headersOf(context, contentSecurityPolicy),
      // A page of another origin that opened this one keeps no hold on it; our own "Try it" may open windows.
      ...(options.program && { "Cross-Origin-Opener-Policy": "same-origin-allow-popups" }),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": context.language?.() ?? "en",
      Vary: "Accept-Language",
    },
  };
}

/** 302 also after a POST, as the wire says: browsers go on with GET (B-6). 307 is for GET alone. */
export const redirectTo = (
  context: PageContext,
  location: string,
  status: 302 | 307 = 302,
): Reply => ({
  status,
  text: "",
  headers: { ...headersOf(context, policy("'none'", ["'none'"])), Location: location },
});

/** The same with cookies that are set or ended. */
export function redirectWith(
  context: PageContext,
  location: string,
  cookies: readonly string[],
  status: 302 | 307 = 302,
): Answered {
  if (cookies.length === 0) return redirectTo(context, location, status);
  const response = toResponse(redirectTo(context, location, status));
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
