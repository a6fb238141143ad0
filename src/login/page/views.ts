/**
 * The views besides the one that signs in (login-session-wire 4.1). Each is drawn in two ways: inert, for the
 * script to open, and as the page itself, with a form that works without script (B-10).
 */
import { html } from "hono/html";
import { key } from "../../web/pages/icons.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { loginText } from "../../web/texts/catalogues.ts";
import type { Spoken } from "../../web/texts/language.ts";
import type { TextKey } from "../../web/texts/login.ts";
import type { LoginManifest } from "../manifest.ts";
import { field, passwordField, rememberMeField } from "./fields.ts";
import { text } from "./text.ts";
import type { OpenedView, ViewName } from "./view.ts";

/** How a view is drawn: what its form carries, and what leads from it to another view. */
export interface Drawing {
  readonly place: Spoken;
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
const inertAt = (place: Spoken): Drawing => ({
  place,
  form: (id, content) => html`<form id="${id}" method="post">${content}</form>`,
  link: (id, label) =>
    html`<button type="button" class="link" id="${id}">${text(place, label)}</button>`,
  values: {},
  least: 8,
  remembers: false,
});

const submit = (place: Spoken, label: TextKey): Markup =>
  html`<button type="submit" class="primary">${text(place, label)}</button>`;

const links = (...list: Markup[]): Markup => html`<p class="links">${list}</p>`;
const back = ({ link }: Drawing): Markup => link("login-back", "back");
const lead = (place: Spoken, label: TextKey): Markup =>
  html`<p class="soft">${text(place, label)}</p>`;

const mailCode = ({ place, values }: Drawing): Markup =>
  field(place, {
    name: "code",
    label: "mailCode",
    autocomplete: "one-time-code",
    value: values.code,
  });
const email = ({ place, values }: Drawing): Markup =>
  field(place, {
    ...{ name: "email", label: "email", type: "email", autocomplete: "username" },
    value: values.email,
  });
const newPassword = ({ place, least }: Drawing): Markup =>
  passwordField(place, { name: "new_password", label: "newPassword", least });

/** Without script the code of the second factor is asked for in the same form. */
const factor = ({ place, values }: Drawing): Markup | false =>
  values.otp === true &&
  html`${lead(place, "codeText")}${field(place, { name: "totp", label: "totp", autocomplete: "one-time-code" })}`;

/** Chosen where the person signs in, which may be another device than the one that asked for the mail. */
const rememberMe = ({ place, remembers, values }: Drawing): Markup | false =>
  remembers && html`<div class="row">${rememberMeField(place, values.remember_me)}</div>`;

interface View {
  readonly title: TextKey;
  readonly draw: (drawing: Drawing) => Markup;
}

/** One click, because programs that look for harm in mails open every link; and it says for whom. */
function mailLink(drawing: Drawing): Markup {
  const { place, values } = drawing;
  const { link } = values;
  if (link?.kind === "gone") {
    return html`${lead(place, "mailLinkGone")}
${links(back(drawing), drawing.link("mail-again", "mailAgain", "mail"))}`;
  }
  const whose =
    link?.kind === "known"
      ? html`<p class="soft">${text(place, "mailLinkText")} <strong id="mail-link-address">${isolated(link.address, 320)}</strong></p>`
      : html`${lead(place, "mailLinkAsk")}${email(drawing)}`;
  return html`${drawing.form("mail-link-form", html`${whose}${factor(drawing)}${rememberMe(drawing)}${submit(place, "signIn")}`)}
${links(back(drawing))}`;
}

export const VIEWS: Readonly<Record<ViewName, View>> = {
  signup: {
    title: "signupTitle",
    draw: (drawing) =>
      html`${drawing.form(
        "signup-form",
        html`${field(drawing.place, { name: "name", label: "name", autocomplete: "name", optional: true, value: drawing.values.fullName })}
${email(drawing)}
${newPassword(drawing)}
${submit(drawing.place, "createAccount")}`,
      )}
${links(back(drawing), drawing.link("login-have-code", "haveCode", "verify"))}`,
  },
  verify: {
    title: "verifyTitle",
    draw: (drawing) =>
      html`${drawing.form("verify-form", html`${lead(drawing.place, "verifyText")}${mailCode(drawing)}${submit(drawing.place, "confirm")}`)}
${links(back(drawing))}`,
  },
  reset: {
    title: "resetTitle",
    draw: (drawing) =>
      html`${drawing.form("reset-form", html`${lead(drawing.place, "resetText")}${email(drawing)}${submit(drawing.place, "sendCode")}`)}
${links(back(drawing), drawing.link("login-have-code", "haveCode", "reset-confirm"))}`,
  },
  "reset-confirm": {
    title: "resetConfirmTitle",
    draw: (drawing) =>
      html`${drawing.form(
        "reset-confirm-form",
        html`${mailCode(drawing)}${newPassword(drawing)}${submit(drawing.place, "savePassword")}`,
      )}
${links(back(drawing))}`,
  },
  mail: {
    title: "mailTitle",
    draw: (drawing) =>
      html`${drawing.form("mail-form", html`${lead(drawing.place, "mailText")}${email(drawing)}${submit(drawing.place, "sendCode")}`)}
${links(back(drawing))}`,
  },
  "mail-sent": {
    title: "mailSentTitle",
    draw: (drawing) =>
      html`${drawing.form(
        "mail-sent-form",
        html`${lead(drawing.place, "mailSentText")}${mailCode(drawing)}${factor(drawing)}${rememberMe(drawing)}${submit(drawing.place, "signIn")}`,
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

const inertView = (
  place: Spoken,
  name: ViewName,
  values: Partial<OpenedView> = {},
  remembers = false,
): Markup => {
  const drawing = { ...inertAt(place), values, remembers };
  return template(name, titleKey({ name, ...values }), VIEWS[name].draw(drawing));
};

const secondFactor = (place: Spoken): Markup =>
  template(
    "second-factor",
    "codeTitle",
    html`<form id="second-factor-form" method="post"><p class="soft" id="totp-text">${text(place, "codeText")}</p>
${field(place, { name: "totp", label: "totp", autocomplete: "one-time-code", inputmode: "numeric" })}
${submit(place, "continue")}</form>
${links(back(inertAt(place)), inertAt(place).link("login-recovery", "useRecoveryCode"))}`,
  );

const recoveryUsed = (place: Spoken): Markup =>
  template(
    "recovery-used",
    "recoveryUsedTitle",
    html`<p class="soft" id="recovery-left"></p>
<button type="button" class="primary" id="recovery-continue">${text(place, "continue")}</button>`,
  );

const waiting = (place: Spoken): Markup =>
  template(
    "waiting",
    "waitingTitle",
    html`<p class="soft"><span id="waiting-text"></span></p>
<p class="warning" id="waiting-hint" role="status"></p>
<button type="button" id="waiting-cancel">${text(place, "cancel")}</button>`,
  );

const enrollment = (place: Spoken): Markup =>
  template(
    "enrollment",
    "enrollTitle",
    html`<form id="enrollment-form" method="post">${lead(place, "enrollText")}
${field(place, { name: "device", label: "passkeyName", autocomplete: "off", optional: true })}
<button type="submit" class="primary">${key}${text(place, "createPasskey")}</button>
<button type="button" id="enrollment-decline">${text(place, "notNow")}</button></form>`,
  );

function mailLinkView(
  place: Spoken,
  opened: OpenedView | undefined,
  remembers: boolean,
): Markup | false {
  if (!opened?.link) return false;
  const { link, remember_me = false } = opened;
  return inertView(place, "mail-link", { link, remember_me }, remembers);
}

/** Templates of the views that this manifest can lead to. */
export function scriptViews(
  place: Spoken,
  manifest: LoginManifest,
  opened: OpenedView | undefined,
): Markup {
  const { provider } = manifest;
  const remembers = manifest.disable_remember_me !== true;
  const password = provider.password ?? [];
  const signups = password.some(({ signup_url }) => signup_url);
  const resets = password.some(({ password_reset_url }) => password_reset_url);
  const mails = (provider.email ?? []).length > 0;
  return html`${(password.length > 0 || mails) && html`${secondFactor(place)}${recoveryUsed(place)}`}
${(provider.code ?? []).length > 0 && waiting(place)}
${signups && html`${inertView(place, "signup")}${inertView(place, "verify")}`}
${resets && html`${inertView(place, "reset")}${inertView(place, "reset-confirm")}`}
${mails && html`${inertView(place, "mail")}${inertView(place, "mail-sent", {}, remembers)}${mailLinkView(place, opened, remembers)}`}
${enrollment(place)}`;
}

export const titleOf = (place: Spoken, opened: OpenedView): string =>
  loginText(place)[titleKey(opened)];
