/** Views that the script opens: those of the methods, and those of every page (login-session-wire 4.1). */
import { html } from "hono/html";
import { key } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { loginText } from "../../web/texts/catalogues.ts";
import type { Spoken } from "../../web/texts/language.ts";
import type { LoginMethods, MethodView } from "../login-parts.ts";
import type { LoginLink, LoginManifest } from "../manifest.ts";
import { field } from "./fields.ts";
import { viewsOf } from "./opened-view.ts";
import { back, lead, links, linksOf, submit } from "./parts.ts";
import { rulesAt, type ViewContext } from "./rules.ts";
import { text } from "./text.ts";
import type { Drawing, OpenedView } from "./view.ts";

/** The script fills fields in, sends forms, and sets the length that the provider asks for. */
const inertAt = (context: ViewContext, of: readonly LoginLink[] = []): Drawing => ({
  context,
  form: (id, content) => html`<form id="${id}" method="post">${content}</form>`,
  link: (id, label) =>
    html`<button type="button" class="link" id="${id}">${text(context, label)}</button>`,
  values: {},
  rules: rulesAt(context, of),
  remembers: false,
});

/** `data-title` becomes the heading. */
const template = (name: string, title: string, content: Markup): Markup =>
  html`<template id="view-${name}" data-title="${title}">${content}</template>`;

export const titleOf = (
  context: Spoken,
  { title }: MethodView,
  values: Partial<OpenedView>,
): string => loginText(context)[typeof title === "function" ? title(values) : title];

const secondFactor = (context: ViewContext): Markup =>
  template(
    "second-factor",
    loginText(context).codeTitle,
    html`<form id="second-factor-form" method="post"><p class="soft" id="totp-text">${text(context, "codeText")}</p>
${field(context, { name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit(context, "continue")}</form>
${links(back(inertAt(context)), inertAt(context).link("login-recovery", "useRecoveryCode"))}`,
  );

const recoveryUsed = (context: Spoken): Markup =>
  template(
    "recovery-used",
    loginText(context).recoveryUsedTitle,
    html`<p class="soft" id="recovery-left"></p>
<button type="button" class="primary" id="recovery-continue">${text(context, "continue")}</button>`,
  );

/** The script fills in the code and the key, and shows the ways that there are. */
const factorSetup = (context: ViewContext): Markup =>
  template(
    "setup",
    loginText(context).setupTitle,
    html`<form id="setup-form" method="post"><p class="soft" id="setup-reason"></p>
<div id="setup-app"><p class="soft">${text(context, "setupScan")}</p>
<div class="qr" id="setup-qr" role="img" aria-label="${loginText(context).setupQr}"></div>
<p class="soft">${text(context, "setupKey")}<br><code id="setup-secret"></code></p>
${field(context, { name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit(context, "continue")}</div>
<button type="button" id="setup-passkey" class="passkey" hidden>${key}${text(context, "setupPasskey")}</button></form>
${links(back(inertAt(context)), html`<button type="button" class="link" id="setup-later" hidden>${text(context, "later")}</button>`)}`,
  );

const recoveryCodes = (context: Spoken): Markup =>
  template(
    "setup-codes",
    loginText(context).setupCodesTitle,
    html`<p class="soft">${text(context, "setupCodesText")}</p>
<ul class="codes" id="setup-codes"></ul>
<button type="button" class="primary" id="setup-continue">${text(context, "continue")}</button>
${links(html`<button type="button" class="link" id="setup-copy" data-copied="${loginText(context).codesCopied}" hidden>${text(context, "copyCodes")}</button>`)}`,
  );

const enrollment = (context: Spoken): Markup =>
  template(
    "enrollment",
    loginText(context).enrollTitle,
    html`<form id="enrollment-form" method="post">${lead(context, "enrollText")}
${field(context, { name: "device", label: "passkeyName", autocomplete: "off", optional: true })}
<button type="submit" class="primary">${key}${text(context, "createPasskey")}</button>
<button type="button" id="enrollment-decline">${text(context, "notNow")}</button></form>`,
  );

/** Templates of the views that this manifest can lead to. */
export function scriptViews(
  context: ViewContext,
  methods: LoginMethods,
  manifest: LoginManifest,
  opened: OpenedView | undefined,
): Markup {
  const remembers = manifest.disable_remember_me !== true;
  const twoSteps = Object.entries(methods).some(
    ([name, method]) => method.secondFactor && linksOf(manifest, name).length > 0,
  );
  const templates = [...viewsOf(methods, manifest)].flatMap(([name, found]) => {
    const { view, links } = found;
    const begins = opened?.name === name;
    if (links.length === 0 || view.formOnly || (view.initialOnly && !begins)) return [];
    // The script fills in what was typed; whose link it is and what it ticks, only the page knows.
    const { link, remember_me = false } = begins ? opened : {};
    const values = { link, remember_me };
    return template(
      name,
      titleOf(context, view, values),
      view.draw({ ...inertAt(context, links), values, remembers }),
    );
  });
  return html`${twoSteps && html`${secondFactor(context)}${recoveryUsed(context)}${factorSetup(context)}${recoveryCodes(context)}`}
${templates}
${enrollment(context)}`;
}
