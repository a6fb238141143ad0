/** Confirming the address of a sign-up: by its link or its code, in the browser of the sign-up or in another one. */
import { html } from "hono/html";
import { AuthError } from "../../errors.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import { behindOf } from "../guess-limits.ts";
import type { MethodView, SentForm, SignedInByView } from "../login-parts.ts";
import type { PasswordLink } from "../manifest.ts";
import { passwordField } from "../page/fields.ts";
import { back, lead, links, mailCode, submit } from "../page/parts.ts";
import { text } from "../page/text.ts";
import type { Drawing, FormState, MailLink } from "../page/view.ts";
import { requireFlow } from "../provider-flow.ts";
import { demandedLevels } from "../requested-levels.ts";
import { signupBrowser } from "../signup-browser.ts";
import { verifySignupHere } from "../verify-signup.ts";

const whose = ({ context, values }: Drawing, label: TextKey): Markup =>
  values.link?.kind === "known"
    ? html`<p class="soft">${text(context, label)} <strong id="verify-address">${isolated(values.link.address, 320)}</strong></p>`
    : lead(context, label);

async function confirm(
  { visit, provider, field }: SentForm,
  password: string | undefined,
): Promise<FormState | SignedInByView> {
  const require_acr = demandedLevels(visit.query);
  const body = { code: field("code"), password, require_acr };
  const { signedIn, address } = await verifySignupHere(visit, provider, body);
  if (signedIn) return { signedIn };
  const notice = password === undefined ? "verified" : "verifiedElsewhere";
  return { notice, ...(address !== "" && { username: address }) };
}

/** Whose link it is, once more; undefined for a code that was typed. */
async function linkOf({ visit, provider, field }: SentForm): Promise<MailLink | undefined> {
  const { auth } = await requireFlow(visit, provider);
  const found = await auth?.signup(field("code"), signupBrowser(visit), behindOf(visit));
  return found && { kind: "known", address: found.address };
}

const verify: MethodView<PasswordLink> = {
  title: "verifyTitle",
  named: true,
  offered: (link) => Boolean(link.signup_url),
  draw(drawing) {
    const { context, values } = drawing;
    const known = values.link?.kind === "known";
    const entry = known
      ? html`${whose(drawing, "verifyHere")}<input type="hidden" id="code" name="code" value="${values.code ?? ""}">`
      : html`${lead(context, "verifyText")}${mailCode(drawing)}`;
    return html`${drawing.form("verify-form", html`${entry}${submit(context, "confirm")}`)}
${links(back(drawing), html`<button type="button" class="link" id="verify-done" hidden>${text(context, "verifyDone")}</button>`)}`;
  },
  submit: (sent) => confirm(sent, undefined),
  async again(sent, error) {
    const asked = error instanceof AuthError && error.detail === "signup_password_required";
    return { link: await linkOf(sent), ...(asked && { name: "verify-elsewhere" }) };
  },
};

/** A stranger can sign up with any address; the password of the sign-up is what they do not give away. */
const verifyElsewhere: MethodView<PasswordLink> = {
  title: "verifyTitle",
  offered: (link) => Boolean(link.signup_url),
  carries: ["code"],
  draw: (drawing) =>
    html`${drawing.form(
      "verify-elsewhere-form",
      html`${whose(drawing, "verifyElsewhere")}
${passwordField(drawing.context, { name: "password", label: "password" })}
${submit(drawing.context, "confirm")}
${lead(drawing.context, "verifyNotYou")}`,
    )}
${links(back(drawing))}`,
  submit: (sent) => confirm(sent, sent.field("password")),
  again: async (sent) => ({ link: await linkOf(sent) }),
};

export const verifyViews = { verify, "verify-elsewhere": verifyElsewhere };
