/** What every page has around its content. Values are escaped by Hono's `html` tag (B-3). */
import { html, raw } from "hono/html";
import { type Branding, NO_BRANDING } from "../../settings/branding.ts";
import { displayText } from "../../std/display-text.ts";
import { layoutText } from "../texts/catalogues.ts";
import type { Spoken } from "../texts/language.ts";
import { brandOf } from "./brand.ts";
import { pictureUrls } from "./favicon.ts";
import { gate } from "./icons.ts";
import { STYLE } from "./style.ts";

export type Markup = ReturnType<typeof html>;

/** A page as a text; the nonce admits its one stylesheet (B-1). */
export type Page = (nonce: string) => string;

/** Where a page is shown; a `Call` is one. */
export interface PageContext extends Spoken {
  /** Scheme and host of the public URLs; reading it may throw while the settings cannot be read. */
  readonly origin: string;
  /** Path of the icon at this origin. */
  readonly icon?: string;
  /** What the deployment is called and looks like; the product's own looks without it. */
  readonly branding?: () => Branding;
}

/** Name and logo of the deployment, else our gate; the host that the user trusts stands there always. */
function masthead(context: PageContext, { product_name: name }: Branding, logo: string): Markup {
  const mark = logo === "" ? gate : html`<img src="${logo}" alt="" height="28">`;
  const host = ownHost(context);
  if (name === "") return html`<header>${mark}<span>${host}</span></header>`;
  return html`<header>${mark}<span><strong id="product-name">${isolated(name)}</strong> <small>${host}</small></span></header>`;
}

/** What follows the content: the page's own lines, and the link to those who help. */
function footerOf(
  context: PageContext,
  footer: string | Markup | undefined,
  { support_url: link }: Branding,
) {
  if (!footer && link === "") return footer;
  const support =
    link !== "" &&
    html`<a id="support-link" href="${link}" rel="noreferrer">${layoutText(context).support}</a>`;
  return html`<footer>${footer}${support}</footer>`;
}

/** The host that the user trusts with a password: ours, never the client's. */
function ownHost(context: PageContext): string {
  try {
    return new URL(context.origin).host;
  } catch {
    return "Postern";
  }
}

/** A text from outside, kept from reordering the text around it. */
export const isolated = (text: string, most?: number): Markup =>
  html`<bdi>${displayText(text, most)}</bdi>`;

/** A program that shows the page in its own way; the page as it stands is for browsers without script. */
export interface PageProgram {
  /** What loads it; the nonce admits its stylesheets and import map. */
  readonly head: (nonce: string) => Markup;
  /** Where it draws. */
  readonly body: Markup;
}

/**
 * @param name stable id of the page, for tests and password managers (B-10)
 * @param style rules of this page alone, behind those of all pages
 * @param head more markup of the head: script files of ours
 * @param program runs in place of the page where there is script
 */
export function layout(
  context: PageContext,
  name: string,
  title: string,
  content: Markup,
  footer?: string | Markup,
  style = "",
  head?: Markup,
  program?: PageProgram,
): Page {
  return (nonce) => {
    const branding = context.branding?.() ?? NO_BRANDING;
    const brand = brandOf(branding);
    const { icon, logo } = pictureUrls(context.icon ?? "", context.icon ? brand.version : "");
    const stylesheet = html`<style nonce="${nonce}">${raw(STYLE + style + brand.style)}</style>`;
    const shown = html`${masthead(context, branding, logo)}
<main>
${content}
</main>
${footerOf(context, footer, branding)}`;
    const page = html`<!doctype html>
<html lang="${context.language?.() ?? "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${displayText(title, 120)}</title>
${icon && html`<link rel="icon" href="${icon}" type="${brand.logo?.type ?? "image/svg+xml"}">`}
${
  program
    ? html`<noscript>${stylesheet}</noscript>
${program.head(nonce)}`
    : html`${stylesheet}
${head}`
}
</head>
<body id="${name}">
${
  program
    ? html`${program.body}
<noscript>
${shown}
</noscript>`
    : shown
}
</body>
</html>
`;
    return String(page);
  };
}
