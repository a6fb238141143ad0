/** That an account may not use an application (ADR 0123): what the person can do now, and no question. */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import type { ConsentQuestion } from "../../oauth2/consent.ts";
import { fill } from "../../std/texts/fill.ts";
import { layout, type Page } from "../../web/pages/layout.ts";
import { consentText } from "../../web/texts/catalogues.ts";
import { signedInAs } from "./asked-access.ts";
import { CLIENT_STYLE, clientHeading, clientName } from "./asked-client.ts";
import { anotherAccount, type FlowView, flowFields } from "./consent-page.ts";

type NotAllowedView = Pick<ConsentQuestion, "client"> & FlowView;

/** The form denies: the client is answered with `access_denied` (RFC 6749 §4.1.2.1). */
export function notAllowedPage(call: Call, view: NotAllowedView): Page {
  const { client } = view;
  const texts = consentText(call);
  return layout(
    call,
    "not-allowed-page",
    fill(texts.notAllowedTitle, { client: clientName(client) }),
    html`${clientHeading("consent", client, texts.notAllowed)}
${signedInAs(call, "consent", view)}
${anotherAccount(call, view)}
<p id="not-allowed-reason" class="after-switch">${texts.notAllowedText}</p>
<form id="consent-form" method="post" action="${view.action}">
${flowFields(view)}
<div class="actions"><button type="submit" id="consent-deny" name="action" value="deny">${texts.backToApplication}</button></div>
</form>`,
    "",
    CLIENT_STYLE,
  );
}
