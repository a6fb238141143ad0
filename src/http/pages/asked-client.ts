/** Who asks, beyond the name, which every application chooses for itself: parts of the pages that ask (B-3, B-4). */
import { html } from "hono/html";
import type { RegisteredClient } from "../../oauth2/clients/find.ts";
import { displayText } from "../../std/display-text.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { consentText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import type { Spoken } from "../../web/texts/language.ts";

/** Style of the host; for the head of the page. */
export const CLIENT_STYLE = `
.client-host { margin: 14px 0 2px; font-size: 24px; font-weight: 700; line-height: 1.25; overflow-wrap: anywhere; }
.client-proof { margin: 0 0 16px; color: var(--soft); font-size: 14px; }
`;

/** Its name as it is shown; the id where there is none. */
export const clientName = ({ name, id }: RegisteredClient): string =>
  displayText(name) || displayText(id);

/**
 * The question as the heading of its page, below the first letter of the client.
 * @param page prefix of the ids
 * @param question with `{client}` in it
 */
export function clientHeading(page: string, client: RegisteredClient, question: string): Markup {
  const name = clientName(client);
  const initial = Array.from(name)[0]?.toUpperCase() ?? "?";
  return html`<div class="mark" aria-hidden="true">${initial}</div>
<h1>${fillMarkup(question, { client: html`<bdi id="${page}-client">${name}</bdi>` })}</h1>`;
}

/**
 * The host of a client's document, which it cannot make up, in large; for a client that registered itself,
 * that its name proves nothing.
 * @param page prefix of the ids
 */
export function askedClient(
  context: Spoken,
  page: string,
  { document, dynamic }: RegisteredClient,
) {
  if (document) {
    return html`<p class="client-host" id="${page}-client-host">${isolated(document.host, 260)}</p>
<p class="client-proof" id="${page}-client-proof">${consentText(context).hostProves}</p>${
      document.loopbackOnly &&
      html`<p class="warning" id="${page}-loopback-only" role="note">${consentText(context).loopbackOnly}</p>`
    }`;
  }
  return (
    dynamic &&
    html`<p class="client-proof" id="${page}-client-proof">${consentText(context).registeredItself}</p>`
  );
}
