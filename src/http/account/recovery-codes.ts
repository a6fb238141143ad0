/** Recovery codes on the account page: shown this one time, of an app or beside passkeys. */
import { html } from "hono/html";
import type { Call } from "../../call.ts";
import { fill } from "../../std/texts/fill.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { twoStepText } from "../../web/texts/catalogues.ts";
import type { AccountVisit, FormOutcome } from "./panel.ts";

/** New recovery codes, as the outcome of a form has them. */
export interface ShownCodes {
  readonly kind: "codes";
  readonly codes: readonly string[];
}

export const codesShown = (
  { call }: AccountVisit,
  notice: string,
  codes: readonly string[],
): FormOutcome => ({
  ...{ status: 200, notice, shown: { kind: "codes", codes } satisfies ShownCodes },
  shownBefore: twoStepText(call).shownBefore,
});

/** @param keep why they are to be kept */
export const codesCard = (call: Call, codes: readonly string[], keep: string): Markup =>
  html`<h3>${twoStepText(call).recoveryCodes}</h3>
<ul class="codes" id="two-step-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="soft">${keep}</p>
<p><a class="button" href="${call.service.options.prefix_path}/ui/">${twoStepText(call).done}</a></p>`;

/** @param none where no code is left */
export const codesLeft = (call: Call, count: number, none: string): string =>
  count === 0 ? none : fill(twoStepText(call).left, { count });
