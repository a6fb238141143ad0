/**
 * The views besides the one that signs in (login-session-wire 4.1). Each is drawn in two ways: inert, for the
 * script to open, and as the page itself, with a form that works without script (B-10).
 */
import { html } from "hono/html";
import { key } from "../../web/pages/icons.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { LOGIN, type TextKey } from "../../web/texts/login.ts";
import type { LoginManifest } from "../manifest.ts";
import { field, passwordField, rememberMeField } from "./fields.ts";
import { text } from "./text.ts";
import type { OpenedView, ViewName } from "./view.ts";

/** How a view is drawn: what its form carries, and what leads from it to another view. */
export interface Drawing {
  readonly form: (id: string, content: Markup) => Markup;
  /** `to` is the view it leads to; absent, the one that signs in. */
  readonly link: (id: string, label: TextKey, to?: ViewName) => Markup;
  /** What the fields hold. */
  readonly values: Partial<OpenedView>;
  /** Least length of a new password. */
  readonly least: number;
  /** People may choose to stay signed in. */
  readonly remembers: boolean;
}

/** The script fills fields in, sends forms, and sets the length that the provider asks for. */
const inert: Drawing = {
  form: (id, content) => html`<form id="${id}" method="post">${content}</form>`,
  link: (id, label) => html`<button type="button" class="link" id="${id}">${text(label)}</button>`,
  values: {},
  least: 8,
  remembers: false,
};

const submit = (label: TextKey): Markup =>
  html`<button type="submit" class="primary">${text(label)}</button>`;

const links = (...list: Markup[]): Markup => html`<p class="links">${list}</p>`;
const back = ({ link }: Drawing): Markup => link("login-back", "back");
const lead = (label: TextKey): Markup => html`<p class="soft">${text(label)}</p>`;

const mailCode = ({ values }: Drawing): Markup =>
  field({ name: "code", label: "mailCode", autocomplete: "one-time-code", value: values.code });
const email = ({ values }: Drawing): Markup =>
  field({
    ...{ name: "email", label: "email", type: "email", autocomplete: "username" },
    value: values.email,
  });
const newPassword = ({ least }: Drawing): Markup =>
  passwordField({ name: "new_password", label: "newPassword", least });

/** Without script the code of the second factor is asked for in the same form. */
const factor = ({ values }: Drawing): Markup | false =>
  values.otp === true &&
  html`${lead("codeText")}${field({ name: "totp", label: "totp", autocomplete: "one-time-code" })}`;

/** Chosen where the person signs in, which may be another device than the one that asked for the mail. */
const rememberMe = ({ remembers, values }: Drawing): Markup | false =>
  remembers && html`<div class="row">${rememberMeField(values.remember_me)}</div>`;

interface View {
  readonly title: TextKey;
  readonly draw: (drawing: Drawing) => Markup;
}

/** One click, because programs that look for harm in mails open every link; and it says for whom. */
function mailLink(drawing: Drawing): Markup {
  const { link } = drawing.values;
  if (link?.kind === "gone") {
    return html`${lead("mailLinkGone")}
${links(back(drawing), drawing.link("mail-again", "mailAgain", "mail"))}`;
  }
  const whose =
    link?.kind === "known"
      ? html`<p class="soft">${text("mailLinkText")} <strong id="mail-link-address">${isolated(link.address, 320)}</strong></p>`
      : html`${lead("mailLinkAsk")}${email(drawing)}`;
  return html`${drawing.form("mail-link-form", html`${whose}${factor(drawing)}${rememberMe(drawing)}${submit("signIn")}`)}
${links(back(drawing))}`;
}

export const VIEWS: Readonly<Record<ViewName, View>> = {
  signup: {
    title: "signupTitle",
    draw: (drawing) =>
      html`${drawing.form(
        "signup-form",
        html`${field({ name: "name", label: "name", autocomplete: "name", optional: true, value: drawing.values.fullName })}
${email(drawing)}
${newPassword(drawing)}
${submit("createAccount")}`,
      )}
${links(back(drawing), drawing.link("login-have-code", "haveCode", "verify"))}`,
  },
  verify: {
    title: "verifyTitle",
    draw: (drawing) =>
      html`${drawing.form("verify-form", html`${lead("verifyText")}${mailCode(drawing)}${submit("confirm")}`)}
${links(back(drawing))}`,
  },
  reset: {
    title: "resetTitle",
    draw: (drawing) =>
      html`${drawing.form("reset-form", html`${lead("resetText")}${email(drawing)}${submit("sendCode")}`)}
${links(back(drawing), drawing.link("login-have-code", "haveCode", "reset-confirm"))}`,
  },
  "reset-confirm": {
    title: "resetConfirmTitle",
    draw: (drawing) =>
      html`${drawing.form(
        "reset-confirm-form",
        html`${mailCode(drawing)}${newPassword(drawing)}${submit("savePassword")}`,
      )}
${links(back(drawing))}`,
  },
  mail: {
    title: "mailTitle",
    draw: (drawing) =>
      html`${drawing.form("mail-form", html`${lead("mailText")}${email(drawing)}${submit("sendCode")}`)}
${links(back(drawing))}`,
  },
  "mail-sent": {
    title: "mailSentTitle",
    draw: (drawing) =>
      html`${drawing.form(
        "mail-sent-form",
        html`${lead("mailSentText")}${mailCode(drawing)}${factor(drawing)}${rememberMe(drawing)}${submit("signIn")}`,
      )}
${links(back(drawing), drawing.link("mail-again", "mailAgain", "mail"))}`,
  },
  "mail-link": { title: "mailLinkTitle", draw: mailLink },
};

/** `data-title` becomes the heading. */
const template = (name: string, title: TextKey, content: Markup): Markup =>
  html`<template id="view-${name}" data-title="${title}">${content}</template>`;

const titleKey = ({ name, link }: OpenedView): TextKey =>
  link?.kind === "gone" ? "mailLinkGoneTitle" : VIEWS[name].title;

const inertView = (name: ViewName, values: Partial<OpenedView> = {}, remembers = false): Markup =>
  template(name, titleKey({ name, ...values }), VIEWS[name].draw({ ...inert, values, remembers }));

const secondFactor = template(
  "second-factor",
  "codeTitle",
  html`<form id="second-factor-form" method="post"><p class="soft" id="totp-text">${text("codeText")}</p>
${field({ name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit("continue")}</form>
${links(back(inert), inert.link("login-recovery", "useRecoveryCode"))}`,
);

const recoveryUsed = template(
  "recovery-used",
  "recoveryUsedTitle",
  html`<p class="soft" id="recovery-left"></p>
<button type="button" class="primary" id="recovery-continue">${text("continue")}</button>`,
);

const waiting = template(
  "waiting",
  "waitingTitle",
  html`<p class="soft"><span id="waiting-text"></span></p>
<p class="warning" id="waiting-hint" role="status"></p>
<button type="button" id="waiting-cancel">${text("cancel")}</button>`,
);

const enrollment = template(
  "enrollment",
  "enrollTitle",
  html`<form id="enrollment-form" method="post">${lead("enrollText")}
${field({ name: "device", label: "passkeyName", autocomplete: "off", optional: true })}
<button type="submit" class="primary">${key}${text("createPasskey")}</button>
<button type="button" id="enrollment-decline">${text("notNow")}</button></form>`,
);

function mailLinkView(opened: OpenedView | undefined, remembers: boolean): Markup | false {
  if (!opened?.link) return false;
  const { link, remember_me = false } = opened;
  return inertView("mail-link", { link, remember_me }, remembers);
}

/** Templates of the views that this manifest can lead to. */
export function scriptViews(manifest: LoginManifest, opened: OpenedView | undefined): Markup {
  const { provider } = manifest;
  const remembers = manifest.disable_remember_me !== true;
  const password = provider.password ?? [];
  const signups = password.some(({ signup_url }) => signup_url);
  const resets = password.some(({ password_reset_url }) => password_reset_url);
  const mails = (provider.email ?? []).length > 0;
  return html`${(password.length > 0 || mails) && html`${secondFactor}${recoveryUsed}`}
${(provider.code ?? []).length > 0 && waiting}
${signups && html`${inertView("signup")}${inertView("verify")}`}
${resets && html`${inertView("reset")}${inertView("reset-confirm")}`}
${mails && html`${inertView("mail")}${inertView("mail-sent", {}, remembers)}${mailLinkView(opened, remembers)}`}
${enrollment}`;
}

export const titleOf = (opened: OpenedView): string => LOGIN[titleKey(opened)];
