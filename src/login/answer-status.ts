/** Login status: a static frame for message-based checks, or JSON (login-session-wire 3.12; L-W2). */

import { html } from "hono/html";
import { AuthError } from "../errors.ts";
import { wantsPage } from "../web/accept.ts";
import { scriptUrl } from "./assets.ts";
import { reply } from "./json-answer.ts";
import type { Visit } from "./visit.ts";

const COOKIE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Frames of any origin may hold this page: it has nothing to click, and says one word. */
const POLICY = "default-src 'none'; script-src 'self'; form-action 'none'; base-uri 'none'";

async function statusJson(visit: Visit): Promise<Response> {
  const session = await visit.session.current(visit.incoming);
  if (session) {
    visit.answer.push(...session.answer.map(([name, value]): [string, string] => [name, value]));
  }
  return reply({ payload: { logged_in: session !== undefined } });
}

/** The name is data of the page, never part of its script. */
async function statusFrame(visit: Visit, cookie: string): Promise<Response> {
  const script = await scriptUrl(visit, "status.js");
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Login status</title></head>
<body data-cookie="${cookie}"><script type="module" src="${script}"></script></body>
</html>
`;
  return new Response(String(page), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** `GET {base}/auth/status[/{cookie}]` */
export async function answerStatus(visit: Visit, cookie = "auth_verify"): Promise<Response> {
  if (!COOKIE_NAME.test(cookie)) {
    throw new AuthError("invalid_request", "the cookie name is not valid");
  }
  const accept = visit.request.headers.get("accept") ?? "";
  const wantsJson = accept.includes("application/json") && !wantsPage(visit.request);
  return wantsJson ? statusJson(visit) : statusFrame(visit, cookie);
}
