/** The pages of a sign-out: the question, and what became of it. Plain forms, no script (B-4, B-10). */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { displayText } from "../../std/display-text.ts";
import { check } from "../../web/pages/icons.ts";
import { isolated, layout, type Markup, type Page } from "../../web/pages/layout.ts";
import { signOutText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import { type AskedPerson, signedInAs } from "./asked-access.ts";

const STYLE = `
#sign-out-page form { margin-top: 20px; }
#sign-out-page #sign-out-stay { margin-top: 14px; font-size: 14px; }
#sign-out-page h2 { margin-top: 22px; }
#sign-out-page .who + p { margin-top: 14px; }
#sign-in-again { display: inline-block; margin-top: 22px; }
`;

const page = (call: Call, title: string, content: Markup): Page =>
  layout(call, "sign-out-page", title, content, undefined, STYLE);

export interface SignOutQuestion extends AskedPerson {
  /** Where the form goes. */
  readonly action: string;
  /** Name of the application that asks; undefined when none is known. */
  readonly client: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

export function signOutQuestionPage(call: Call, view: SignOutQuestion): Page {
  const text = signOutText(call);
  const asking =
    view.client === undefined
      ? text.askedByUnknown
      : fillMarkup(text.askedBy, {
          client: html`<bdi id="sign-out-client">${displayText(view.client)}</bdi>`,
        });
  return page(
    call,
    text.question,
    html`<h1>${text.question}</h1>
<p class="soft lead">${asking}</p>
${signedInAs(call, "sign-out", view)}
<p class="soft lead">${text.effect}</p>
<form id="sign-out-form" method="post" action="${view.action}">
${Object.entries(view.fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
<div class="actions"><button type="submit" class="primary" id="sign-out-confirm">${text.confirm}</button></div>
</form>
<p class="soft" id="sign-out-stay">${text.stay}</p>`,
  );
}

export interface SignedOutView {
  /** Names of applications. */
  readonly told: readonly string[];
  readonly waiting: readonly string[];
  /** Where a person signs in. */
  readonly signIn: string | undefined;
}

const listOf = (id: string, title: string, names: readonly string[]) =>
  names.length > 0 &&
  html`<h2>${title}</h2>
<ul id="${id}">${names.map((name) => html`<li>${isolated(name)}</li>`)}</ul>`;

export function signedOutPage(call: Call, { told, waiting, signIn }: SignedOutView): Page {
  const text = signOutText(call);
  return page(
    call,
    text.done,
    html`<div class="mark" aria-hidden="true">${check}</div>
<h1 id="signed-out">${text.done}</h1>
<p class="soft lead">${text.doneText}</p>
${listOf("sign-out-told", text.told, told)}
${listOf("sign-out-waiting", text.waiting, waiting)}
${signIn !== undefined && html`<a id="sign-in-again" href="${signIn}">${text.signInAgain}</a>`}`,
  );
}
