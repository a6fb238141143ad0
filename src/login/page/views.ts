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
import { rulesAt, type ViewPlace } from "./rules.ts";
import { text } from "./text.ts";
import type { Drawing, OpenedView } from "./view.ts";

/** The script fills fields in, sends forms, and sets the length that the provider asks for. */
const inertAt = (place: ViewPlace, of: readonly LoginLink[] = []): Drawing => ({
  place,
  form: (id, content) => html`<form id="${id}" method="post">${content}</form>`,
  link: (id, label) =>
    html`<button type="button" class="link" id="${id}">${text(place, label)}</button>`,
  values: {},
  rules: rulesAt(place, of),
  remembers: false,
});

/** `data-title` becomes the heading. */
const template = (name: string, title: string, content: Markup): Markup =>
  html`<template id="view-${name}" data-title="${title}">${content}</template>`;

export const titleOf = (
  place: Spoken,
  { title }: MethodView,
  values: Partial<OpenedView>,
): string => loginText(place)[typeof title === "function" ? title(values) : title];

const secondFactor = (place: ViewPlace): Markup =>
  template(
    "second-factor",
    loginText(place).codeTitle,
    html`<form id="second-factor-form" method="post"><p class="soft" id="totp-text">${text(place, "codeText")}</p>
${field(place, { name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit(place, "continue")}</form>
${links(back(inertAt(place)), inertAt(place).link("login-recovery", "useRecoveryCode"))}`,
  );

const recoveryUsed = (place: Spoken): Markup =>
  template(
    "recovery-used",
    loginText(place).recoveryUsedTitle,
    html`<p class="soft" id="recovery-left"></p>
<button type="button" class="primary" id="recovery-continue">${text(place, "continue")}</button>`,
  );

/** The script fills in the code and the key, and shows the ways that there are. */
const factorSetup = (place: ViewPlace): Markup =>
  template(
    "setup",
    loginText(place).setupTitle,
    html`<form id="setup-form" method="post"><p class="soft" id="setup-reason"></p>
<div id="setup-app"><p class="soft">${text(place, "setupScan")}</p>
<div class="qr" id="setup-qr" role="img" aria-label="${loginText(place).setupQr}"></div>
<p class="soft">${text(place, "setupKey")}<br><code id="setup-secret"></code></p>
${field(place, { name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit(place, "continue")}</div>
<button type="button" id="setup-passkey" class="passkey" hidden>${key}${text(place, "setupPasskey")}</button></form>
${links(back(inertAt(place)), html`<button type="button" class="link" id="setup-later" hidden>${text(place, "later")}</button>`)}`,
  );

const recoveryCodes = (place: Spoken): Markup =>
  template(
    "setup-codes",
    loginText(place).setupCodesTitle,
    html`<p class="soft">${text(place, "setupCodesText")}</p>
<ul class="codes" id="setup-codes"></ul>
<button type="button" class="primary" id="setup-continue">${text(place, "continue")}</button>`,
  );

const enrollment = (place: Spoken): Markup =>
  template(
    "enrollment",
    loginText(place).enrollTitle,
    html`<form id="enrollment-form" method="post">${lead(place, "enrollText")}
${field(place, { name: "device", label: "passkeyName", autocomplete: "off", optional: true })}
<button type="submit" class="primary">${key}${text(place, "createPasskey")}</button>
<button type="button" id="enrollment-decline">${text(place, "notNow")}</button></form>`,
  );

/** Templates of the views that this manifest can lead to. */
export function scriptViews(
  place: ViewPlace,
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
      titleOf(place, view, values),
      view.draw({ ...inertAt(place, links), values, remembers }),
    );
  });
  return html`${twoSteps && html`${secondFactor(place)}${recoveryUsed(place)}${factorSetup(place)}${recoveryCodes(place)}`}
${templates}
${enrollment(place)}`;
}
