/** A view as the page itself: its form works without script, and the script opens it again (B-10). */
import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import type { Markup } from "../../web/pages/layout.ts";
import type { LoginLink, LoginManifest, PasswordLink } from "../manifest.ts";
import { text } from "./text.ts";
import type { OpenedView, ViewName } from "./view.ts";
import { type Drawing, VIEWS } from "./views.ts";

/** Where forms and links of the page go. */
export interface PageAddress {
  readonly action: string;
  readonly token: string;
}

/** The address of the page with another view. */
export const viewAddress = (action: string, view: ViewName): string =>
  `${action}${action.includes("?") ? "&" : "?"}view=${view}`;

const keyOf = (address: string): string => address.split("/").at(-1) ?? "";

/** The providers that offer what the view is for. */
export function providersOf(manifest: LoginManifest, name: ViewName): readonly LoginLink[] {
  const { password, email } = manifest.provider;
  if (name.startsWith("mail")) return email ?? [];
  const reset = name.startsWith("reset");
  return (password ?? []).filter((link) => (reset ? link.password_reset_url : link.signup_url));
}

function providerField(links: readonly LoginLink[], chosen: string | undefined): Markup {
  const found = links.find(({ url }) => keyOf(url) === keyOf(chosen ?? ""));
  if (found || links.length === 1) {
    return html`<input type="hidden" name="provider" value="${(found ?? links[0])?.url}">`;
  }
  return html`<div class="field"><label for="view-provider">${text("provider")}</label>
<select id="view-provider" name="provider">
${links.map(({ name, url }) => html`<option value="${url}">${displayText(name, 60)}</option>`)}
</select></div>`;
}

const hidden = (name: string, value: string | undefined): Markup | false =>
  value !== undefined &&
  value !== "" &&
  html`<input type="hidden" name="${name}" value="${value}">`;

/** What the form carries besides its fields. */
function carried({ token }: PageAddress, opened: OpenedView, links: readonly LoginLink[]): Markup {
  const { name, code, email, svc_flow, provider } = opened;
  const beside = (member: string) => name === member;
  return html`<input type="hidden" name="form_token" value="${token}">
<input type="hidden" name="view" value="${name}">
${beside("mail-link") && html`${hidden("code", code)}${hidden("svc_flow", svc_flow)}`}
${beside("mail-sent") && hidden("email", email)}
${providerField(links, provider)}`;
}

/** The view as the page itself. */
export function openedView(
  place: PageAddress,
  manifest: LoginManifest,
  opened: OpenedView,
): Markup {
  const offering = providersOf(manifest, opened.name);
  const drawing: Drawing = {
    form: (id, content) =>
      html`<form id="${id}" method="post" action="${place.action}">${carried(place, opened, offering)}${content}</form>`,
    link: (id, label, to) =>
      html`<a class="link" id="${id}" href="${to ? viewAddress(place.action, to) : place.action}">${text(label)}</a>`,
    values: opened,
    remembers: manifest.disable_remember_me !== true,
    least: (offering as readonly PasswordLink[])[0]?.password_min_length ?? 8,
  };
  return VIEWS[opened.name].draw(drawing);
}
