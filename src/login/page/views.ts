/** The views that only the script opens (login-session-wire 4.1), inert until then. */
import { html } from "hono/html";
import { key } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import type { TextKey } from "../../web/texts/login.ts";
import type { LoginManifest } from "../manifest.ts";
import { field, passwordField } from "./fields.ts";
import { text } from "./text.ts";

const submit = (label: TextKey): Markup =>
  html`<button type="submit" class="primary">${text(label)}</button>`;

const link = (id: string, label: TextKey): Markup =>
  html`<button type="button" class="link" id="${id}">${text(label)}</button>`;

const links = (...list: Markup[]): Markup => html`<p class="links">${list}</p>`;

const back = link("login-back", "back");
const lead = (label: TextKey): Markup => html`<p class="soft">${text(label)}</p>`;
const mailCode = field({ name: "code", label: "mailCode", autocomplete: "one-time-code" });
const email = field({ name: "email", label: "email", type: "email", autocomplete: "username" });
/** The length that the provider asks for is set when the view opens. */
const newPassword = passwordField({ name: "new_password", label: "newPassword", least: 8 });

/** `data-title` becomes the heading. */
const view = (name: string, title: TextKey, content: Markup): Markup =>
  html`<template id="view-${name}" data-title="${title}">${content}</template>`;

const secondFactor = view(
  "second-factor",
  "codeTitle",
  html`<form id="second-factor-form" method="post"><p class="soft" id="totp-text">${text("codeText")}</p>
${field({ name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit("continue")}</form>
${links(back, link("login-recovery", "useRecoveryCode"))}`,
);

const recoveryUsed = view(
  "recovery-used",
  "recoveryUsedTitle",
  html`<p class="soft" id="recovery-left"></p>
<button type="button" class="primary" id="recovery-continue">${text("continue")}</button>`,
);

const waiting = view(
  "waiting",
  "waitingTitle",
  html`<p class="soft"><span id="waiting-text"></span></p>
<p class="warning" id="waiting-hint" role="status"></p>
<button type="button" id="waiting-cancel">${text("cancel")}</button>`,
);

const signup = view(
  "signup",
  "signupTitle",
  html`<form id="signup-form" method="post">
${field({ name: "name", label: "name", autocomplete: "name", optional: true })}
${email}
${newPassword}
${submit("createAccount")}</form>
${links(back, link("login-have-code", "haveCode"))}`,
);

const verify = view(
  "verify",
  "verifyTitle",
  html`<form id="verify-form" method="post">${lead("verifyText")}
${mailCode}
${submit("confirm")}</form>
${links(back)}`,
);

const reset = view(
  "reset",
  "resetTitle",
  html`<form id="reset-form" method="post">${lead("resetText")}
${email}
${submit("sendCode")}</form>
${links(back, link("login-have-code", "haveCode"))}`,
);

const resetConfirm = view(
  "reset-confirm",
  "resetConfirmTitle",
  html`<form id="reset-confirm-form" method="post">
${mailCode}
${newPassword}
${submit("savePassword")}</form>
${links(back)}`,
);

const mail = view(
  "mail",
  "mailTitle",
  html`<form id="mail-form" method="post">${lead("mailText")}
${email}
${submit("sendCode")}</form>
${links(back)}`,
);

const mailSent = view(
  "mail-sent",
  "mailSentTitle",
  html`<form id="mail-sent-form" method="post">${lead("mailSentText")}
${mailCode}
${submit("signIn")}</form>
${links(back, link("mail-again", "mailAgain"))}`,
);

/** One click, because programs that look for harm in mails open every link. */
const mailLink = view(
  "mail-link",
  "mailLinkTitle",
  html`<form id="mail-link-form" method="post">${lead("mailLinkText")}
${submit("signIn")}</form>
${links(back)}`,
);

const enrollment = view(
  "enrollment",
  "enrollTitle",
  html`<form id="enrollment-form" method="post">${lead("enrollText")}
${field({ name: "device", label: "passkeyName", autocomplete: "off", optional: true })}
<button type="submit" class="primary">${key}${text("createPasskey")}</button>
<button type="button" id="enrollment-decline">${text("notNow")}</button></form>`,
);

/** Templates of the views that this manifest can lead to. */
export function scriptViews({ provider }: LoginManifest): Markup {
  const password = provider.password ?? [];
  const signups = password.some(({ signup_url }) => signup_url);
  const resets = password.some(({ password_reset_url }) => password_reset_url);
  return html`${password.length > 0 && html`${secondFactor}${recoveryUsed}`}
${(provider.code ?? []).length > 0 && waiting}
${signups && html`${signup}${verify}`}
${resets && html`${reset}${resetConfirm}`}
${(provider.email ?? []).length > 0 && html`${mail}${mailSent}${mailLink}`}
${enrollment}`;
}
