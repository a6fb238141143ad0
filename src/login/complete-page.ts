/** "Sign-in complete": sends a message to the opener and closes; it never navigates (login-session-wire 3.5; B-9). */
import { html } from "hono/html";
import { check } from "../web/pages/icons.ts";
import { layout } from "../web/pages/layout.ts";
import { pageResponse } from "../web/pages/response.ts";
import { toResponse } from "../web/reply.ts";
import { errorText } from "../web/texts/catalogues.ts";
import { scriptUrl } from "./assets.ts";
import type { Visit } from "./visit.ts";

/** A window without an opener or without script shows a link to continue. */
export async function completePage(visit: Visit, returnTo = "/"): Promise<Response> {
  const script = await scriptUrl(visit, "complete.js");
  const page = layout(
    visit,
    "login-complete",
    errorText(visit).signInComplete,
    html`<div class="mark" aria-hidden="true">${check}</div>
<h1>${errorText(visit).signInComplete}</h1>
<p class="soft lead">${errorText(visit).closeWindow}</p>
<p class="lead"><a id="complete-continue" href="${returnTo}">${errorText(visit).continue}</a></p>
<script type="module" src="${script}"></script>`,
  );
  return toResponse(
    pageResponse(visit, page, { status: 200, formAction: ["'none'"], scripted: true }),
  );
}
