/** Sign-in at another provider, by an authorization code (RFC 6749 §4.1). */
import { html } from "hono/html";
import { appendQuery } from "../../std/url-query.ts";
import { place as elsewhere } from "../../web/pages/icons.ts";
import { answerCode } from "../code-callback.ts";
import { hasCodeFlow, upstreamId } from "../code-start.ts";
import type { LoginMethod } from "../login-parts.ts";
import { markOf } from "../page/marks.ts";
import { text, textOf } from "../page/text.ts";

export const code: LoginMethod = {
  routes: [{ method: "GET", path: "code", option: "code", answer: answerCode }],

  /** Without endpoints it leads nowhere (L-W37), and neither when its upstream record is gone or disabled (O-4). */
  link(offer) {
    const { key, provider, name, features, linkTo } = offer;
    if (provider.password_flow || !hasCodeFlow(offer)) return undefined;
    const id = upstreamId(offer);
    if (id === undefined) return { name, url: linkTo("code") };
    const url = appendQuery(linkTo("code"), offer.asked);
    const upstream = features?.upstreams.get(id);
    if (!upstream) return undefined;
    const { mark } = upstream;
    return { name: provider.name || upstream.name || key, url, ...(mark !== "" && { mark }) };
  },

  slot: "elsewhere",
  /** Links, so that they work without script; a form could not follow to another origin (B-1). */
  draw: ({ place, returnTo }, links) =>
    html`${links.map(
      ({ name, url, mark = "" }) =>
        html`<a class="button code" href="${returnTo ? appendQuery(url, new URLSearchParams({ redirect_path: returnTo })) : url}" data-url="${url}">${markOf(mark) ?? elsewhere}${textOf(place, "continueWith", name)}</a>`,
    )}`,

  views: {
    waiting: {
      title: "waitingTitle",
      draw: ({ place }) => html`<p class="soft"><span id="waiting-text"></span></p>
<p class="warning" id="waiting-hint" role="status"></p>
<button type="button" id="waiting-cancel">${text(place, "cancel")}</button>`,
    },
  },
};
