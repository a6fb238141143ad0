/** The page of RFC 8628 §3.3: enter the code, look at the request, decide. Plain forms, no script (V-4, B-10). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import type { RegisteredClient } from "../../oauth2/clients/find.ts";
import { displayText } from "../../std/display-text.ts";
import { layout, type Markup, type Page } from "../../web/pages/layout.ts";
import { consentText, deviceText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import { timeText } from "../../web/texts/time.ts";
import {
  type AskedPerson,
  askedResources,
  askedScopes,
  decision,
  rememberMeChoice,
  signedInAs,
} from "./asked-access.ts";
import { askedClient, CLIENT_STYLE, clientHeading } from "./asked-client.ts";

const STYLE = `
#device-page form { display: grid; gap: 18px; margin-top: 20px; }
#device-page .actions { margin-top: 0; }
#device-page .remember { margin-top: 0; }
#device-page form label[for="device-code"] { display: block; margin-bottom: 6px; font-size: 14px; font-weight: 600; }
#device-code {
  width: 100%; min-height: 52px; padding: 10px 13px; border: 1px solid var(--edge); border-radius: 10px;
  background: var(--card); color: var(--text); font: 600 22px/1.3 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  letter-spacing: .12em; text-transform: uppercase;
}
#device-code-hint { display: block; margin-top: 6px; font-size: 13px; }
#device-code::placeholder { color: var(--soft); opacity: .55; }
#device-same { margin: 18px 0 6px; color: var(--soft); font-size: 14px; }
#device-shown {
  display: block; padding: 12px; border-radius: 10px; background: var(--tint); text-align: center;
  font-size: 24px; font-weight: 650; letter-spacing: .12em;
}
#device-origin { margin-top: 16px; color: var(--soft); font-size: 14px; }
#device-origin span { display: block; }
${CLIENT_STYLE}`;

const page = (call: Call, content: Markup, footer?: string): Page =>
  layout(call, "device-page", deviceText(call).documentTitle, content, footer, STYLE);

const problemBox = (problem: string | undefined) =>
  problem !== undefined &&
  html`<p class="message error" id="device-problem" role="alert">${problem}</p>`;

export interface CodeFormView {
  /** Where the form goes. */
  readonly action: string;
  /** What was typed before. */
  readonly typed: string;
  readonly problem?: string | undefined;
}

/** The first page: which device? */
export const codeFormPage = (call: Call, { action, typed, problem }: CodeFormView): Page =>
  page(
    call,
    html`<h1>${deviceText(call).title}</h1>
<p class="soft lead" id="device-lead">${deviceText(call).lead}</p>
${problemBox(problem)}
<form id="device-code-form" method="get" action="${action}">
<div><label for="device-code">${deviceText(call).code}</label>
<input id="device-code" name="user_code" value="${displayText(typed, 32)}" placeholder="XXXX-XXXX" required maxlength="32"
 autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus aria-describedby="device-code-hint">
<small class="soft" id="device-code-hint">${deviceText(call).codeHint}</small></div>
<div class="actions"><button type="submit" class="primary" id="device-next">${deviceText(call).next}</button></div>
</form>`,
  );

export interface DeviceView extends AskedPerson {
  readonly action: string;
  readonly formToken: string;
  readonly userCode: string;
  readonly client: RegisteredClient;
  readonly scope: readonly string[];
  readonly resources: readonly string[];
  /** RFC 3339. */
  readonly startedAt: string;
  readonly network: string | undefined;
  readonly agent: string | undefined;
  readonly offerRememberMe: boolean;
  /** Whether the account may use the client (ADR 0123). */
  readonly isAllowed: boolean;
  readonly problem?: string | undefined;
}

/** "22 November 2030, 10:00 UTC" for people, the exact instant for programs. */
const instant = (call: Call, text: string): Markup =>
  html`<time datetime="${text}">${timeText(call, new Date(text), "long")}</time>`;

function origin(call: Call, { startedAt, network, agent }: DeviceView): Markup {
  const time = instant(call, startedAt);
  const where =
    network === undefined
      ? fillMarkup(deviceText(call).fromUnknown, { time })
      : fillMarkup(deviceText(call).from, {
          time,
          network: html`<bdi id="device-network">${network}</bdi>`,
        });
  return html`<p id="device-origin"><span>${where}</span>${
    agent !== undefined &&
    html`<span>${fillMarkup(deviceText(call).agent, { agent: html`<bdi id="device-agent">${displayText(agent, 200)}</bdi>` })}</span>`
  }</p>`;
}

const formOf = (view: DeviceView, choices: Markup): Markup =>
  html`<form id="device-form" method="post" action="${view.action}">
<input type="hidden" name="user_code" value="${view.userCode}">
<input type="hidden" name="form_token" value="${view.formToken}">
${choices}
</form>`;

/** No question, because there is no choice; the form tells the device. */
function notAllowed(call: Call, view: DeviceView): Page {
  const texts = consentText(call);
  return page(
    call,
    html`${clientHeading("device", view.client, texts.notAllowed)}
${signedInAs(call, "device", view)}
${problemBox(texts.notAllowedText)}
${formOf(
  view,
  html`<div class="actions"><button type="submit" id="device-deny" name="action" value="deny">${deviceText(call).deny}</button></div>`,
)}`,
  );
}

/** The question, which is always asked (V-4). */
export function devicePage(call: Call, view: DeviceView): Page {
  if (!view.isAllowed) return notAllowed(call, view);
  return page(
    call,
    html`${clientHeading("device", view.client, deviceText(call).question)}
${askedClient(call, "device", view.client)}
${signedInAs(call, "device", view)}
${problemBox(view.problem)}
<p id="device-same">${deviceText(call).sameCode}</p>
<code id="device-shown">${view.userCode}</code>
${askedScopes(call, "device", view)}
${askedResources(call, "device", view.resources)}
${origin(call, view)}
<p class="warning" role="note">${deviceText(call).advice}</p>
${formOf(view, html`${view.offerRememberMe && rememberMeChoice(call, "device")}${decision("device", deviceText(call))}`)}`,
  );
}

/** The end. */
export const decidedPage = (call: Call, action: string, approved: boolean): Page =>
  page(
    call,
    html`<h1 id="device-decided">${approved ? deviceText(call).approved : deviceText(call).denied}</h1>
<p class="soft lead">${approved ? deviceText(call).approvedText : deviceText(call).deniedText}</p>
<p class="lead"><a id="device-another" href="${action}">${deviceText(call).another}</a></p>`,
  );
