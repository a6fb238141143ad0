/** A view as the page itself: its form works without script, and the script opens it again (B-10). */
import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import type { Markup } from "../../web/pages/layout.ts";
import type { Spoken } from "../../web/texts/language.ts";
import type { LoginMethods, MethodView } from "../login-parts.ts";
import type { LoginLink, LoginManifest } from "../manifest.ts";
import { linksOf, viewAddress } from "./parts.ts";
import { rulesAt, type ViewContext } from "./rules.ts";
import { text } from "./text.ts";
import type { Drawing, OpenedView } from "./view.ts";

/** Where forms and links of the page go. */
export interface PageAddress {
  readonly action: string;
  readonly token: string;
}

/** A view with the links that lead to it. */
export interface FoundView {
  readonly view: MethodView;
  readonly links: readonly LoginLink[];
}

/** Every view of the methods, by name. */
export function* viewsOf(
  methods: LoginMethods,
  manifest: LoginManifest,
): Generator<readonly [string, FoundView]> {
  for (const [method, { views }] of Object.entries(methods)) {
    for (const [name, view] of Object.entries(views)) {
      const links = linksOf(manifest, method).filter((link) => view.offered?.(link) ?? true);
      yield [name, { view, links }];
    }
  }
}

/** Undefined for what is no view, or is not offered. */
export function findView(
  methods: LoginMethods,
  manifest: LoginManifest,
  name: string,
): FoundView | undefined {
  for (const [one, found] of viewsOf(methods, manifest)) {
    if (one === name && found.links.length > 0) return found;
  }
  return undefined;
}

const keyOf = (address: string): string => address.split("/").at(-1) ?? "";

function providerField(
  context: Spoken,
  links: readonly LoginLink[],
  chosen: string | undefined,
): Markup {
  const link = links.find(({ url }) => keyOf(url) === keyOf(chosen ?? ""));
  if (link || links.length === 1) {
    return html`<input type="hidden" name="provider" value="${(link ?? links[0])?.url}">`;
  }
  return html`<div class="field"><label for="view-provider">${text(context, "provider")}</label>
<select id="view-provider" name="provider">
${links.map(({ name, url }) => html`<option value="${url}">${displayText(name, 60)}</option>`)}
</select></div>`;
}

const hidden = (name: string, value: string | undefined): Markup | false =>
  value !== undefined &&
  value !== "" &&
  html`<input type="hidden" name="${name}" value="${value}">`;

/** What the form carries besides its fields. */
const carried = (
  context: Spoken,
  { token }: PageAddress,
  opened: OpenedView,
  { view, links }: FoundView,
): Markup => html`<input type="hidden" name="form_token" value="${token}">
<input type="hidden" name="view" value="${opened.name}">
${view.carries?.map((name) => hidden(name, opened[name]))}
${providerField(context, links, opened.provider)}`;

/** The view as the page itself. */
export function openedView(
  context: ViewContext,
  address: PageAddress,
  manifest: LoginManifest,
  opened: OpenedView,
  found: FoundView,
): Markup {
  const drawing: Drawing = {
    context,
    form: (id, content) =>
      html`<form id="${id}" method="post" action="${address.action}">${carried(context, address, opened, found)}${content}</form>`,
    link: (id, label, to) =>
      html`<a class="link" id="${id}" href="${to ? viewAddress(address.action, to) : address.action}">${text(context, label)}</a>`,
    values: opened,
    remembers: manifest.disable_remember_me !== true,
    rules: rulesAt(context, found.links, opened),
  };
  return found.view.draw(drawing);
}
