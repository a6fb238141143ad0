/** The panel of the account page for the second factor (auth-wire 6.4; F-2, F-3, T-10). */
import { html, raw } from "hono/html";
import { z } from "zod";
import {
  confirmTotp,
  pendingRegistration,
  type Registration,
  registerTotp,
  removeTotp,
} from "../../credentials/totp/enroll.ts";
import { factorState } from "../../credentials/totp/factor.ts";
import { proveFactorChange } from "../../credentials/totp/proof.ts";
import { AuthError } from "../../errors.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { qrCode } from "../../web/pages/qr-code.ts";
import { twoStepText } from "../../web/texts/catalogues.ts";
import {
  type AccountPanel,
  type AccountView,
  type AccountVisit,
  accountForm,
  type FormOutcome,
  panelCard,
  panelForm,
} from "./panel.ts";
import {
  codesCard,
  codesLeft,
  codesShown,
  newCodesForm,
  type ShownCodes,
} from "./recovery-codes.ts";

const PATH = "/ui/two-step";

/** What is shown once: a secret on its way to an app, or new recovery codes. */
type Shown = { readonly kind: "registration"; readonly registration: Registration } | ShownCodes;

const accountName = ({ principal }: AccountVisit): string => principal.alias[0] ?? principal.id;

const prove = ({ call, context, principal }: AccountVisit, purpose: string) =>
  proveFactorChange(call, context, principal, purpose, undefined);

const SET_UP = "set up a second factor";

const registrationShown = (registration: Registration): FormOutcome => ({
  ...{ status: 200, shown: { kind: "registration", registration } satisfies Shown },
});

async function begin(visit: AccountVisit): Promise<FormOutcome> {
  await prove(visit, SET_UP);
  const { call, principal, actor } = visit;
  return registrationShown(await registerTotp(call, principal, accountName(visit), actor));
}

const setUp = accountForm({
  path: `${PATH}/set-up`,
  summary: "Begin to set up the second factor on the account page",
  success: "The account page with a QR code and the key",
  name: "TwoStepSetUpForm",
  schema: z.object({}),
  example: {},
  submit: begin,
  twice: "once",
  async again(visit): Promise<FormOutcome> {
    await prove(visit, SET_UP);
    const waiting = await pendingRegistration(visit.call, visit.principal, accountName(visit));
    return waiting ? registrationShown(waiting) : begin(visit);
  },
});

/** The same secret again, for another try; a set-up that is over has none. */
async function tryAgain(visit: AccountVisit, error: unknown): Promise<FormOutcome> {
  if (!(error instanceof AuthError)) throw error;
  if (error.code === "not_found") return { status: 400, problem: twoStepText(visit.call).expired };
  if (error.code !== "invalid_request") throw error;
  const registration = await pendingRegistration(visit.call, visit.principal, accountName(visit));
  const shown = registration && ({ kind: "registration", registration } satisfies Shown);
  return { status: 400, problem: twoStepText(visit.call).codeNotValid, shown };
}

const confirm = accountForm({
  path: `${PATH}/confirm`,
  summary: "Confirm the second factor with a first code on the account page",
  success: "The account page with the recovery codes",
  name: "TwoStepConfirmForm",
  schema: z.object({ code: z.string().optional() }),
  example: { code: "123456" },
  twice: "once",
  async submit(visit, { code = "" }): Promise<FormOutcome> {
    // The page shows the key again after a wrong code, so this needs what the first step needed.
    await prove(visit, SET_UP);
    try {
      const typed = code.replace(/\s/g, "");
      const codes = await confirmTotp(visit.call, visit.principal, typed, visit.actor);
      return codesShown(visit, twoStepText(visit.call).turnedOn, codes);
    } catch (error) {
      return tryAgain(visit, error);
    }
  },
});

const newCodes = newCodesForm({
  path: `${PATH}/recovery-codes`,
  summary: "Make new recovery codes on the account page",
  success: "The account page with the new recovery codes",
  name: "TwoStepRecoveryForm",
  prove: (visit) => prove(visit, "make recovery codes"),
  made: (call) => twoStepText(call).renewed,
});

const turnOff = accountForm({
  path: `${PATH}/turn-off`,
  summary: "Remove the second factor on the account page",
  success: "The account page; the factor is gone",
  name: "TwoStepRemoveForm",
  schema: z.object({}),
  example: {},
  async submit(visit): Promise<FormOutcome> {
    await prove(visit, "remove the second factor");
    try {
      await removeTotp(visit.call, visit.principal.id, visit.actor);
    } catch (error) {
      // Without one it is off, as the page says.
      if (!(error instanceof AuthError) || error.code !== "not_found") throw error;
    }
    return { status: 200, notice: twoStepText(visit.call).turnedOff };
  },
});

/** A form of one button. */
const button = (view: AccountView, form: { path: string }, text: string, primary = false): Markup =>
  panelForm(
    view,
    form,
    html`<button type="submit"${primary && html` class="primary"`}>${text}</button>`,
  );

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

const codeForm = (view: AccountView): Markup =>
  panelForm(
    view,
    confirm,
    html`<div class="field"><label for="two-step-code">${twoStepText(view.call).enter}</label>
<input id="two-step-code" name="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none"
 spellcheck="false" maxlength="20" required autofocus></div>
<div class="actions"><button type="submit" class="primary">${twoStepText(view.call).confirm}</button></div>`,
    { id: "two-step-confirm" },
  );

const registrationCard = (view: AccountView, { secret, url }: Registration): Markup =>
  html`<p>${twoStepText(view.call).scan}</p>
<div class="qr" role="img" aria-label="${twoStepText(view.call).qrCode}" id="two-step-qr">${raw(qrCode(url))}</div>
<p class="soft">${twoStepText(view.call).typeIn}</p>
<p><code id="two-step-secret">${grouped(secret)}</code></p>
${codeForm(view)}`;

export const twoStepPanel: AccountPanel = {
  id: "two-step",
  column: "signing in",
  forms: [setUp, confirm, newCodes, turnOff],
  async card(view) {
    const { call, principal, outcome } = view;
    if (principal.service_account) return undefined;
    const card = (content: Markup) => panelCard("two-step", twoStepText(call).title, view, content);
    const shown = outcome?.shown as Shown | undefined;
    if (shown?.kind === "registration") return card(registrationCard(view, shown.registration));
    if (shown?.kind === "codes")
      return card(codesCard(call, shown.codes, twoStepText(call).keepThem));
    const { enabled, recovery_codes_left } = await factorState(call, principal.id);
    const { disabled } = call.snapshot.settings.totp;
    if (!enabled) {
      if (disabled) return undefined;
      const start = button(view, setUp, twoStepText(call).setUp, true);
      return card(
        html`<p class="soft">${twoStepText(call).off}</p><div class="choices">${start}</div>`,
      );
    }
    return card(html`<p class="soft" id="two-step-on">${twoStepText(call).on} ${codesLeft(call, recovery_codes_left, twoStepText(call).noneLeft)}</p>
<div class="choices">${button(view, newCodes, twoStepText(call).newCodes)}
${!disabled && button(view, setUp, twoStepText(call).another)}
${button(view, turnOff, twoStepText(call).turnOff)}</div>`);
  },
};
