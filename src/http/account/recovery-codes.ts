/** Recovery codes on the account page: shown this one time, of an app or beside passkeys. */
import { html } from "hono/html";
import { z } from "zod";
import type { Call } from "../../call.ts";
import { regenerateRecoveryCodes } from "../../credentials/totp/enroll.ts";
import { fill } from "../../std/texts/fill.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { loginText, twoStepText } from "../../web/texts/catalogues.ts";
import { type AccountForm, type AccountVisit, accountForm, type FormOutcome } from "./panel.ts";

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

interface NewCodesForm extends Pick<AccountForm, "path" | "summary" | "success" | "name"> {
  /** That this visit may change the second factor; throws otherwise. */
  readonly prove: (visit: AccountVisit) => unknown;
  /** What the page says of them. */
  readonly made: (call: Call) => string;
}

/** Makes new recovery codes; those before them are worth nothing from then on. */
export const newCodesForm = ({ prove, made, ...form }: NewCodesForm): AccountForm =>
  accountForm({
    ...form,
    schema: z.object({}),
    example: {},
    twice: "once",
    async submit(visit): Promise<FormOutcome> {
      await prove(visit);
      const codes = await regenerateRecoveryCodes(visit.call, visit.principal, visit.actor);
      return codesShown(visit, made(visit.call), codes);
    },
  });

/** @param keep why they are to be kept */
export const codesCard = (call: Call, codes: readonly string[], keep: string): Markup =>
  html`<h3>${twoStepText(call).recoveryCodes}</h3>
<ul class="codes" id="two-step-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><button type="button" class="link" id="two-step-codes-copy" data-copied="${loginText(call).codesCopied}" hidden>${loginText(call).copyCodes}</button></p>
<p class="soft">${keep}</p>
<p><a class="button" href="${call.service.options.prefix_path}/ui/">${twoStepText(call).done}</a></p>`;

/** @param none where no code is left */
export const codesLeft = (call: Call, count: number, none: string): string =>
  count === 0 ? none : fill(twoStepText(call).left, { count });
