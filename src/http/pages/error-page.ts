/** A refusal, in words for people, with the technical reason below it. */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { displayText } from "../../pages/display-text.ts";
import { layout, type Page } from "../../pages/layout.ts";

export interface ErrorText {
  readonly title: string;
  readonly text: string;
}

export interface ErrorView extends ErrorText {
  /** What the service says is wrong; may repeat what the request brought. */
  readonly reason: string;
  /** Finds the log line. */
  readonly reference?: string;
}

export const errorPage = (call: Call, view: ErrorView): Page =>
  layout(
    call,
    "error-page",
    view.title,
    html`<div class="mark" aria-hidden="true">!</div>
<h1 id="error-title">${view.title}</h1>
<p class="soft lead" id="error-text">${view.text}</p>
<p class="reason">Reason: <bdi id="error-reason">${displayText(view.reason, 300)}</bdi>${
      view.reference && html`<br>Reference: <code>${displayText(view.reference, 64)}</code>`
    }</p>`,
  );
