/** Answers to browsers: every header that keeps a page to itself (B-1, B-6). */
import type { Call } from "../../call.ts";
import { encodeBase64Url } from "../../std/base64url.ts";
import type { Page } from "./layout.ts";

const YEAR = 31_536_000;

function isHttps(call: Call): boolean {
  try {
    return call.origin.startsWith("https:");
  } catch {
    // Without a readable origin an error page must still come out.
    return false;
  }
}

const policy = (style: string, formAction: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src ${style}`,
    `form-action ${formAction.join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

const headersOf = (call: Call, contentSecurityPolicy: string): Record<string, string> => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  ...(isHttps(call) && { "Strict-Transport-Security": `max-age=${YEAR}` }),
});

export interface PageOptions {
  readonly status: number;
  /** Sources of `form-action`; browsers apply them to the redirects that follow a form, too. */
  readonly formAction: readonly string[];
}

export function pageResponse(call: Call, page: Page, options: PageOptions): Response {
  const nonce = encodeBase64Url(call.service.runtime.random(16));
  return new Response(page(nonce), {
    status: options.status,
    headers: {
      ...headersOf(call, policy(`'nonce-${nonce}'`, options.formAction)),
      "Content-Type": "text/html; charset=utf-8",
    },
  });
}

/** 302 also after a POST, as the wire says: browsers go on with GET (B-6). */
export const redirectTo = (call: Call, location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { ...headersOf(call, policy("'none'", ["'none'"])), Location: location },
  });
