/** The view that sets a second factor up as part of a sign-in: with a form that works without script, by an app alone. */
import { html, raw } from "hono/html";
import type { FactorSetup } from "../../errors.ts";
import { fill } from "../../std/texts/fill.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { qrCode } from "../../web/pages/qr-code.ts";
import { loginText } from "../../web/texts/catalogues.ts";
import type { Spoken } from "../../web/texts/language.ts";
import { setUpApp, setupAgain } from "../factor-setup.ts";
import { targetOf } from "../form-target.ts";
import type { MethodView } from "../login-parts.ts";
import { field } from "../page/fields.ts";
import { back, lead, links, submit } from "../page/parts.ts";
import { text } from "../page/text.ts";
import type { Drawing } from "../page/view.ts";

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** The day as people write it. */
const dayOf = (context: Spoken, until: number): string =>
  new Intl.DateTimeFormat(context.language?.() ?? "en", {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(until);

const reason = (context: Spoken, { until }: FactorSetup): Markup =>
  until === undefined
    ? lead(context, "setupDue")
    : html`<p class="soft">${fill(loginText(context).setupLater, { name: dayOf(context, until) })}</p>`;

function drawApp(drawing: Drawing, setup: FactorSetup): Markup {
  const { context } = drawing;
  const { totp, ticket } = setup;
  if (!totp) return html`<p class="note">${text(context, "setupNeedsScript")}</p>`;
  return drawing.form(
    "factor-setup-form",
    html`<input type="hidden" name="ticket" value="${ticket}">
${setup.until !== undefined && html`<input type="hidden" name="until" value="${setup.until}">`}
${drawing.values.remember_me === true && html`<input type="hidden" name="remember_me" value="true">`}
${reason(context, setup)}
<p class="soft">${text(context, "setupScan")}</p>
<div class="qr" role="img" aria-label="${loginText(context).setupQr}">${raw(qrCode(totp.url))}</div>
<p class="soft">${text(context, "setupKey")}<br><code id="setup-secret">${grouped(totp.secret)}</code></p>
${field(context, { name: "code", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit(context, "continue")}`,
  );
}

/** Of every method whose sign-in has one factor. */
export const factorSetup: MethodView = {
  title: "setupTitle",
  formOnly: true,
  carries: ["svc_flow"],
  draw(drawing) {
    const { setup, later } = drawing.values;
    if (!setup) return html`${lead(drawing.context, "setupGone")}${links(back(drawing))}`;
    const onward =
      later !== undefined &&
      html`<a class="link" id="setup-later" href="${later}">${text(drawing.context, "later")}</a>`;
    return html`${drawApp(drawing, setup)}
${onward ? links(onward) : links(back(drawing))}`;
  },
  async submit({ visit, provider, field }) {
    const entry = {
      ticket: field("ticket"),
      code: field("code"),
      remember_me: field("remember_me") === "true",
      svc_flow: field("svc_flow"),
    };
    return { signedIn: await setUpApp(visit, provider, entry) };
  },
  async again({ visit, provider, field }) {
    const setup = await setupAgain(visit, provider, field("ticket"));
    const until = Number(field("until"));
    // What the page says of the time that is left gives no right.
    return setup && until > 0 ? { setup: { ...setup, until }, later: targetOf(visit) } : { setup };
  },
};
