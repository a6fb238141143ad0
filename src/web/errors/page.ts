/** Refusals and short notices for people in a browser (auth-wire 1.2; L-D2; B-1, B-3). */
import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import { layout, type PageContext } from "../pages/layout.ts";
import { pageResponse } from "../pages/response.ts";
import { toResponse } from "../reply.ts";
import { errorText } from "../texts/catalogues.ts";

/** A link of ours. */
interface NoticeLink {
  readonly href: string;
  readonly text: string;
}

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** What the service says is wrong; may repeat what the request brought. */
  readonly reason?: string | undefined;
  /** Finds the log line: the id of the request. */
  readonly reference?: string | undefined;
  /** To be kept: one word each. */
  readonly list?: readonly string[] | undefined;
  /** A link of ours that tries again. */
  readonly retry?: string | undefined;
  /** The way on. */
  readonly next?: NoticeLink | undefined;
}

const small = (context: PageContext, { reason, reference }: Notice) =>
  (reason !== undefined || reference !== undefined) &&
  html`<p class="reason">${
    reason !== undefined &&
    html`${errorText(context).reason} <bdi lang="en" id="error-reason">${displayText(reason, 300)}</bdi><br>`
  }${
    reference !== undefined &&
    html`${errorText(context).reference} <code id="error-reference">${displayText(reference, 64)}</code>`
  }</p>`;

export function noticePage(context: PageContext, status: number, notice: Notice): Response {
  const { title, text, retry, next } = notice;
  const content = html`<div class="mark" aria-hidden="true">!</div>
<h1 id="error-title">${title}</h1>
<p class="soft lead" id="error-text">${text}</p>
${notice.list && html`<ul class="codes" id="error-list">${notice.list.map((one) => html`<li><code>${one}</code></li>`)}</ul>`}
${retry && html`<p class="lead"><a id="error-retry" href="${retry}">${errorText(context).tryAgain}</a></p>`}
${next && html`<p class="lead"><a id="error-next" href="${next.href}">${next.text}</a></p>`}
${small(context, notice)}`;
  const page = layout(context, "error-page", title, content);
  return toResponse(pageResponse(context, page, { status, formAction: ["'none'"] }));
}
