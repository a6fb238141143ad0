/** "Sign-in complete": tells the opener and closes; it never navigates (login-session-wire 3.5; B-9). */
import { html } from "hono/html";
import { check } from "../pages/icons.ts";
import { layout } from "../pages/layout.ts";
import { pageResponse } from "../pages/response.ts";
import { scriptUrl } from "./assets.ts";
import type { Visit } from "./visit.ts";

/** A window without an opener or without script shows a link to continue. */
export async function completePage(visit: Visit, returnTo = "/"): Promise<Response> {
  const script = await scriptUrl(visit, "complete.js");
  const page = layout(
    visit,
    "login-complete",
    "Sign-in complete",
    html`<div class="mark" aria-hidden="true">${check}</div>
<h1>Sign-in complete</h1>
<p class="soft lead">You can close this window.</p>
<p class="lead"><a id="complete-continue" href="${returnTo}">Continue</a></p>
<script type="module" src="${script}"></script>`,
  );
  return pageResponse(visit, page, { status: 200, formAction: ["'none'"], scripted: true });
}
