/** The one way from here to a client, or to a SAML provider, through the browser: a redirect, or a form (OAuth 2.0 Form Post Response Mode; Z-5). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import type { SignOn } from "../../federation/saml/start.ts";
import { answerUrl, type ClientAnswer } from "../../oauth2/authorization-response.ts";
import { viewRedirect } from "../../oauth2/clients/redirect-uri.ts";
import { fill } from "../../std/texts/fill.ts";
import { isolated, layout, type Page } from "../../web/pages/layout.ts";
import { pageResponse, redirectWith } from "../../web/pages/response.ts";
import { type Answered, toResponse } from "../../web/reply.ts";
import { consentText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import { endpoint } from "./endpoint.ts";
import { htmlPage } from "./html-page.ts";
import { JAVASCRIPT, scriptAnswer } from "./script-answer.ts";

export const answerForm = htmlPage("For `response_mode=form_post`: a form that posts itself");

const SCRIPT = "/oauth2/form-post.js";

/** A form with a fixed action and fixed members, and what the person reads above it. */
interface PostingForm {
  readonly action: string;
  readonly members: Readonly<Record<string, string>>;
  /** With `{host}`. */
  readonly title: string;
  readonly text: string;
  readonly host: string;
}

/** Without script the person presses the button. */
function formPage(call: Call, { action, members, title, text, host }: PostingForm): Page {
  const fields = Object.entries(members).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return layout(
    call,
    "form-post-page",
    fill(title, { host }),
    html`<h1>${fillMarkup(title, { host: isolated(host, 260) })}</h1>
<p class="soft lead">${text}</p>
<form id="form-post" method="post" action="${action}">
${fields}
<div class="actions"><button type="submit" class="primary" id="form-post-go-on">${consentText(call).goOn}</button></div>
</form>`,
    undefined,
    "",
    html`<script type="module" src="${call.service.options.prefix_path}${SCRIPT}"></script>`,
  );
}

/** @param cookies that are set or ended on the way */
function postForm(call: Call, form: PostingForm, cookies: readonly string[]): Answered {
  const page = pageResponse(call, formPage(call, form), { status: 200, scripted: true });
  if (cookies.length === 0) return page;
  const response = toResponse(page);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** To a SAML provider with a request: by a redirect, or by a form (saml-bindings 3.5). */
export function sendToProvider(call: Call, to: SignOn, cookies: readonly string[] = []): Answered {
  if (typeof to === "string") return redirectWith(call, to, cookies, 307);
  const { toProvider: title, toProviderText: text } = consentText(call);
  return postForm(call, { ...to, title, text, host: new URL(to.action).host }, cookies);
}

/**
 * To a page of ours, or to the client with its answer.
 * @param cookies that are set or ended on the way
 */
export function goOn(
  call: Call,
  to: string | ClientAnswer,
  cookies: readonly string[] = [],
): Answered {
  if (typeof to === "string") return redirectWith(call, to, cookies);
  if (to.mode === "query") return redirectWith(call, answerUrl(to), cookies);
  const { backTo: title, backToText: text } = consentText(call);
  const { host } = viewRedirect(to);
  return postForm(call, { action: to.uri, members: to.members, title, text, host }, cookies);
}

/** B-1: pages run files of ours alone. */
export const answerScript = endpoint(
  {
    method: "get",
    path: SCRIPT,
    plane: "public",
    family: "page",
    tag: "Pages",
    summary: "Script that posts the answer to a client",
    answers: { 200: scriptAnswer },
  },
  () =>
    new Response('document.getElementById("form-post").submit();\n', {
      headers: {
        "Content-Type": JAVASCRIPT,
        "Cache-Control": "public, max-age=86400",
        "X-Content-Type-Options": "nosniff",
      },
    }),
);
