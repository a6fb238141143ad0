/** Asking for a mail, typing its code, and the one click of its link: the views, and what their forms do without script (B-10). */
import { html } from "hono/html";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { askForMail, signInByMail } from "../email-login.ts";
import type { MethodView, SentForm } from "../login-parts.ts";
import {
  back,
  email,
  factor,
  lead,
  links,
  mailCode,
  rememberMeRow,
  submit,
} from "../page/parts.ts";
import { text } from "../page/text.ts";
import type { Drawing } from "../page/view.ts";
import { demandedLevels } from "../requested-levels.ts";
import { singleValue } from "../visit.ts";
import { readLink } from "./mail-link.ts";

const mail: MethodView = {
  title: "mailTitle",
  named: true,
  draw: (drawing) =>
    html`${drawing.form("mail-form", html`${lead(drawing.context, "mailText")}${email(drawing)}${submit(drawing.context, "sendCode")}`)}
${links(back(drawing))}`,
  async submit({ visit, provider, field }) {
    const email = field("email");
    const redirect_path = singleValue(visit.query, "redirect_path");
    await askForMail(visit, provider, { email, redirect_path });
    return { opened: { name: "mail-sent", provider, email } };
  },
};

/** Without script no page waits for another; the one that waits with script goes on by `svc_flow`. */
async function signInByCode({ visit, provider, field }: SentForm) {
  const [code, email, totp, svc_flow] = ["code", "email", "totp", "svc_flow"].map(field);
  const remember_me = field("remember_me") === "true";
  const factor = totp?.replace(/\s+/g, "").toLowerCase();
  const require_acr = demandedLevels(visit.query);
  const body = { code, email, totp: factor, svc_flow, remember_me, require_acr };
  return { signedIn: await signInByMail(visit, provider, body) };
}

const mailSent: MethodView = {
  title: "mailSentTitle",
  carries: ["email"],
  draw: (drawing) =>
    html`${drawing.form(
      "mail-sent-form",
      html`${lead(drawing.context, "mailSentText")}${mailCode(drawing)}${factor(drawing)}${rememberMeRow(drawing)}${submit(drawing.context, "signIn")}`,
    )}
${links(back(drawing), drawing.link("mail-again", "mailAgain", "mail"))}`,
  submit: signInByCode,
};

/** One click, because programs that look for harm in mails open every link; and it says for whom. */
function drawLink(drawing: Drawing): Markup {
  const { context, values } = drawing;
  const { link } = values;
  if (link?.kind === "gone") {
    return html`${lead(context, "mailLinkGone")}
${links(back(drawing), drawing.link("mail-again", "mailAgain", "mail"))}`;
  }
  const whose =
    link?.kind === "known"
      ? html`<p class="soft">${text(context, "mailLinkText")} <strong id="mail-link-address">${isolated(link.address, 320)}</strong></p>`
      : html`${lead(context, "mailLinkAsk")}${email(drawing)}`;
  return html`${drawing.form("mail-link-form", html`${whose}${factor(drawing)}${rememberMeRow(drawing)}${submit(context, "signIn")}`)}
${links(back(drawing))}`;
}

const mailLink: MethodView = {
  title: ({ link }) => (link?.kind === "gone" ? "mailLinkGoneTitle" : "mailLinkTitle"),
  initialOnly: true,
  carries: ["code", "svc_flow"],
  draw: drawLink,
  submit: signInByCode,
  again: async ({ visit, provider, field }) => ({
    link: await readLink(visit, provider, field("code")),
  }),
};

export const emailViews = { mail, "mail-sent": mailSent, "mail-link": mailLink };
