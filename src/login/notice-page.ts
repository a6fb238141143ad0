/** Short pages of the login: a refusal with its reason, or a question (L-D2; B-3). */
import { html } from "hono/html";
import type { AuthError } from "../errors.ts";
import { displayText } from "../pages/display-text.ts";
import { layout, type Markup } from "../pages/layout.ts";
import { pageResponse } from "../pages/response.ts";
import type { Visit } from "./visit.ts";

export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly reason?: string;
  /** A link of ours that tries again. */
  readonly retry?: string;
}

function content({ title, text, reason, retry }: Notice): Markup {
  return html`<div class="mark" aria-hidden="true">!</div>
<h1 id="error-title">${title}</h1>
<p class="soft lead" id="error-text">${text}</p>
${retry && html`<p class="lead"><a id="error-retry" href="${retry}">Try again</a></p>`}
${reason && html`<p class="reason">Reason: <bdi id="error-reason">${displayText(reason, 300)}</bdi></p>`}`;
}

export const noticeResponse = (visit: Visit, status: number, notice: Notice): Response =>
  pageResponse(visit, layout(visit, "error-page", notice.title, content(notice)), {
    status,
    formAction: ["'none'"],
  });

function wording({ status }: AuthError): Pick<Notice, "title" | "text"> {
  if (status === 503 || status === 429) {
    return {
      title: "Sign-in is not available right now",
      text: "Nothing is lost. Please try again in a moment.",
    };
  }
  if (status === 404) return { title: "Nothing here", text: "This address does not exist." };
  return { title: "Sign-in did not work", text: "You have not been signed in by this attempt." };
}

export function refusalPage(visit: Visit, refusal: AuthError, retry?: string): Response {
  const response = noticeResponse(visit, refusal.status, {
    ...wording(refusal),
    reason: refusal.message,
    ...(retry !== undefined && { retry }),
  });
  const { retryAfter } = refusal;
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  return response;
}
