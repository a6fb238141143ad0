/** Sign-in at another provider, by an authorization code (RFC 6749 §4.1). */
import { html } from "hono/html";
import { place as elsewhere } from "../../web/pages/icons.ts";
import { answerCode } from "../code-callback.ts";
import { hasCodeFlow } from "../code-start.ts";
import type { LoginMethod, ProviderFlow } from "../login-parts.ts";
import { markOf } from "../page/marks.ts";
import { text, textOf } from "../page/text.ts";

/** Id of the upstream record that a session provider leads to; undefined for every other provider. */
function upstreamId({ auth, oauth2 }: ProviderFlow): string | undefined {
  const start = auth && `${auth.prefix}/oauth2/auth/`;
  if (!start || !oauth2.auth_url?.startsWith(start)) return undefined;
  const [segment = ""] = oauth2.auth_url.slice(start.length).split("?");
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const code: LoginMethod = {
  routes: [{ method: "GET", path: "code", option: "code", answer: answerCode }],

  /** Without endpoints it leads nowhere (L-W37), and neither when its upstream record is gone or disabled (O-4). */
  link(offer) {
    const { key, provider, name, features, linkTo } = offer;
    if (provider.password_flow || !hasCodeFlow(offer)) return undefined;
    const url = linkTo("code");
    const id = upstreamId(offer);
    if (id === undefined) return { name, url };
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
        html`<a class="button code" href="${url}${returnTo && `?redirect_path=${encodeURIComponent(returnTo)}`}" data-url="${url}">${markOf(mark) ?? elsewhere}${textOf(place, "continueWith", name)}</a>`,
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
