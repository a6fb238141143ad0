/** Sign-in at another provider, by an authorization code (RFC 6749 §4.1). */
import { html, raw } from "hono/html";
import { markContent } from "../../std/provider-marks.ts";
import { appendQuery } from "../../std/url-query.ts";
import { context as elsewhere } from "../../web/pages/icons.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { answerCode } from "../code-callback.ts";
import { hasCodeFlow, upstreamId } from "../code-start.ts";
import type { LoginMethod } from "../login-parts.ts";
import { text, textOf } from "../page/text.ts";

/**
 * The mark of a known provider, drawn here: nothing is loaded from it.
 * @param name of the preset; undefined for a provider without a mark
 */
function markOf(name: string): Markup | undefined {
  const content = markContent(name);
  if (content === undefined) return undefined;
  return html`<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">${raw(content)}</svg>`;
}

/** The logo that was chosen, else the mark of a known provider. */
const pictureOf = (mark: string, logo: string | undefined): Markup =>
  logo === undefined
    ? (markOf(mark) ?? elsewhere)
    : html`<img src="${logo}" alt="" width="20" height="20">`;

export const code: LoginMethod = {
  routes: [{ method: "GET", path: "code", option: "code", answer: answerCode }],

  /** Without endpoints it leads nowhere (L-W37), and neither when its upstream record is gone or disabled (O-4). */
  link(offer) {
    const { key, provider, name, logo_url, features, linkTo } = offer;
    if (provider.password_flow || !hasCodeFlow(offer)) return undefined;
    const id = upstreamId(offer);
    const logo = logo_url !== undefined && { logo_url };
    if (id === undefined) return { name, url: linkTo("code"), ...logo };
    const url = appendQuery(linkTo("code"), offer.asked);
    const upstream = features?.upstreams.get(id);
    if (!upstream) return undefined;
    const { mark } = upstream;
    const title = provider.name || upstream.name || key;
    return { name: title, url, ...(mark !== "" && { mark }), ...logo };
  },

  slot: "elsewhere",
  /** Links, so that they work without script; a form could not follow to another origin (B-1). */
  draw: ({ context, returnTo }, links) =>
    html`${links.map(
      ({ name, url, mark = "", logo_url }) =>
        html`<a class="button code" href="${returnTo ? appendQuery(url, new URLSearchParams({ redirect_path: returnTo })) : url}" data-url="${url}">${pictureOf(mark, logo_url)}${textOf(context, "continueWith", name)}</a>`,
    )}`,

  views: {
    waiting: {
      title: "waitingTitle",
      draw: ({ context }) => html`<p class="soft"><span id="waiting-text"></span></p>
<p class="warning" id="waiting-hint" role="status"></p>
<button type="button" id="waiting-cancel">${text(context, "cancel")}</button>`,
    },
  },
};
