/** The page of an invitation: whose it is, a name and a password; it works without script (ADR 0086; B-10). */
import { html } from "hono/html";
import type { NeedlessInvitation, OpenInvitation } from "../../api.ts";
import { key } from "../../web/pages/icons.ts";
import { isolated } from "../../web/pages/layout.ts";
import { behindOf } from "../guess-limits.ts";
import { actOnInvitation, invitingAuth } from "../invitation.ts";
import type { MethodView, SentForm, Visit } from "../login-parts.ts";
import { pathOf } from "../login-paths.ts";
import type { PasswordLink } from "../manifest.ts";
import { field } from "../page/fields.ts";
import { back, lead, links, newPassword, submit } from "../page/parts.ts";
import { text } from "../page/text.ts";
import type { MailLink, OpenedView } from "../page/view.ts";
import { requireFlow } from "../provider-flow.ts";

/** The first provider that invitations can be of; keys are tried in the order of the catalogue. */
async function invitingProvider(visit: Visit): Promise<string | undefined> {
  for (const [key, { password_flow, hide, auth_middleware }] of await visit.session.providers()) {
    if (password_flow && !hide && auth_middleware) return key;
  }
  return undefined;
}

function linkOf(found: OpenInvitation | NeedlessInvitation | undefined): MailLink {
  if (!found) return { kind: "gone" };
  return found.isOpen
    ? { kind: "known", address: found.address, isAccount: found.isAccount }
    : { kind: "needless" };
}

/** What the link stands for, without using it up. */
async function readView(visit: Visit, provider: string, code: string): Promise<OpenedView> {
  const flow = await requireFlow(visit, provider);
  const auth = invitingAuth(flow);
  const found = code === "" ? undefined : await auth.invitation(code, behindOf(visit));
  const { password_min_length: least, password_refuses: refuses, passkey } = await auth.features();
  const offers = passkey && flow.provider.passkey === true;
  const route = `${pathOf(visit.login.paths, "invitation")}/${encodeURIComponent(flow.key)}`;
  return {
    ...(offers && { passkey_url: route }),
    ...{ name: "invitation", provider, code, least, refuses },
    ...(found?.isOpen && { fullName: found.name }),
    link: linkOf(found),
  };
}

/** Undefined where no provider of this page is a service of this process. */
export async function openInvitation(visit: Visit, code: string): Promise<OpenedView | undefined> {
  const provider = await invitingProvider(visit);
  return provider === undefined ? undefined : readView(visit, provider, code);
}

/** What is said instead of asking. */
const REFUSED = {
  needless: { title: "invitationNeedlessTitle", text: "invitationNeedlessText" },
  gone: { title: "invitationGoneTitle", text: "invitationGone" },
} as const;

const refusedOf = ({ link }: Partial<OpenedView>) =>
  REFUSED[link?.kind === "needless" ? "needless" : "gone"];

export const invitation: MethodView<PasswordLink> = {
  title: (values) => (values.link?.kind === "known" ? "invitationTitle" : refusedOf(values).title),
  formOnly: true,
  carries: ["code"],
  draw(drawing) {
    const { context, values } = drawing;
    if (values.link?.kind !== "known") {
      return html`${lead(context, refusedOf(values).text)}${links(back(drawing))}`;
    }
    return html`${drawing.form(
      "invitation-form",
      html`<p class="soft">${text(context, "invitationText")} <strong id="invitation-address">${isolated(values.link.address, 320)}</strong></p>
${!values.link.isAccount && field(context, { name: "name", label: "name", autocomplete: "name", optional: true, value: values.fullName })}
${newPassword(drawing, true)}
${submit(context, "acceptInvitation")}
${
  values.passkey_url &&
  html`<button type="button" id="invitation-passkey" class="passkey" data-address="${values.passkey_url}" hidden>${key}${text(context, "acceptWithPasskey")}</button>`
}`,
    )}
${links(back(drawing))}`;
  },
  async submit({ visit, provider, field }: SentForm) {
    const body = { code: field("code"), password: field("new_password"), name: field("name") };
    const { signedIn, address, landing } = await actOnInvitation(visit, provider, body);
    if (!signedIn) return { notice: "invitationAccepted", username: address };
    return { signedIn, ...(landing && { landing: landing.href }) };
  },
  async again({ visit, provider, field }) {
    const { link, least, refuses, passkey_url } = await readView(visit, provider, field("code"));
    return { link, least, refuses, passkey_url };
  },
};
