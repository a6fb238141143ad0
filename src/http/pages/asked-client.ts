/** Who asks, beyond the name, which every application chooses for itself: parts of the pages that ask (B-3, B-4). */
import { html } from "hono/html";
import type { RegisteredClient } from "../../oauth2/clients/find.ts";
import { isolated } from "../../web/pages/layout.ts";
import { consentText } from "../../web/texts/catalogues.ts";
import type { Spoken } from "../../web/texts/language.ts";

/** Style of the host; for the head of the page. */
export const CLIENT_STYLE = `
.client-host { margin: 14px 0 2px; font-size: 24px; font-weight: 700; line-height: 1.25; overflow-wrap: anywhere; }
.client-proof { margin: 0 0 16px; color: var(--soft); font-size: 14px; }
`;

/**
 * The host of a client's document, which it cannot make up, in large; for a client that registered itself,
 * that its name proves nothing.
 * @param page prefix of the ids
 */
export function askedClient(place: Spoken, page: string, { document, dynamic }: RegisteredClient) {
  if (document) {
    return html`<p class="client-host" id="${page}-client-host">${isolated(document.host, 260)}</p>
<p class="client-proof" id="${page}-client-proof">${consentText(place).hostProves}</p>${
      document.loopbackOnly &&
      html`<p class="warning" id="${page}-loopback-only" role="note">${consentText(place).loopbackOnly}</p>`
    }`;
  }
  return (
    dynamic &&
    html`<p class="client-proof" id="${page}-client-proof">${consentText(place).registeredItself}</p>`
  );
}
