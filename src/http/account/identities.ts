/** The panel of the account page with the sign-ins elsewhere that lead to this account (U-3; B-2, F-3). */
import { html } from "hono/html";
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { startLinking } from "../../federation/upstream/start.ts";
import {
  identitiesOf,
  isOwners,
  type LinkedIdentity,
  unlinkIdentity,
} from "../../iam/claim-mapping/identities.ts";
import { linkableProviders, providerName } from "../../iam/claim-mapping/providers.ts";
import type { IdentityKey } from "../../iam/claim-mapping/vouched.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { message } from "../../messages/message.ts";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import { noticePage } from "../../web/errors/page.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import {
  type AccountPanel,
  type AccountView,
  type AccountVisit,
  accountForm,
  panelCard,
  panelForm,
  problem,
} from "./panel.ts";

const isSameIdentity = (one: IdentityKey, other: IdentityKey): boolean =>
  one.provider === other.provider && one.issuer === other.issuer && one.subject === other.subject;

const key = { provider: z.string(), issuer: z.string(), subject: z.string() };

const unlink = accountForm({
  path: "/ui/identities/unlink",
  summary: "End the link of the own account with a sign-in elsewhere",
  name: "UnlinkIdentityForm",
  schema: z.object(key),
  example: { provider: "oauth:google", issuer: "https://accounts.google.com", subject: "1084" },
  twice: "removed",
  explain: ({ code }, call) =>
    code === "not_found" ? problem(accountText(call).identityGone) : undefined,
  async submit({ call, context, principal, actor }, identity) {
    requireRecentSignIn(call, context, "end a link");
    const { service } = call;
    const links = await identitiesOf(service.store.db, principal.id);
    const isLinked = isOwners(identity) && links.some((one) => isSameIdentity(one, identity));
    // Without a password here, it would be the end of the account for its owner.
    if (isLinked && !principal.local && links.length < 2) {
      return problem(accountText(call).lastIdentity, 409);
    }
    if (isLinked && (await unlinkIdentity(call, principal.id, identity, actor))) return "done";
    throw new AuthError("not_found", message("refusal.identity"));
  },
});

/** A page with a link: browsers do not follow a form to another origin (CSP 3 §6.4). */
async function toProvider({ call, principal }: AccountVisit, provider: string): Promise<Response> {
  const { location, cookie } = await startLinking(call, provider, principal.id);
  const linkable = linkableProviders(call.snapshot).find(({ id }) => id === provider);
  const name = displayText(linkable?.name ?? provider, 60);
  const response = noticePage(call, 200, {
    title: fill(accountText(call).linkTitle, { name }),
    text: fill(accountText(call).linkText, { name }),
    next: { href: location, text: fill(accountText(call).linkNext, { name }) },
  });
  response.headers.append("Set-Cookie", cookie);
  return response;
}

const link = accountForm({
  path: "/ui/identities/link",
  summary: "Link the own account with a sign-in elsewhere",
  success: "A page that leads to the provider",
  name: "LinkIdentityForm",
  schema: z.object({ provider: z.string() }),
  example: { provider: "google" },
  explain: ({ code }, call) =>
    ["not_found", "unavailable", "server_error"].includes(code)
      ? problem(accountText(call).providerUnavailable, 503)
      : undefined,
  async submit(visit, { provider }) {
    const { call, context, principal } = visit;
    requireRecentSignIn(call, context, "link a sign-in");
    if (principal.service_account)
      throw new AuthError("forbidden", message("refusal.service_account"));
    return toProvider(visit, provider);
  },
});

function row(view: AccountView, identity: LinkedIdentity): Markup {
  const { provider, issuer, subject, label } = identity;
  const name = providerName(view.call.snapshot, provider);
  const fields = html`<input type="hidden" name="provider" value="${provider}"><input type="hidden" name="issuer" value="${issuer}"><input type="hidden" name="subject" value="${subject}">
<button type="submit" class="link">${accountText(view.call).unlink}</button>`;
  return html`<li class="state"><span>${isolated(name, 60)}${label && html` <small>${isolated(label, 120)}</small>`}</span>
${panelForm(view, unlink, fields)}</li>`;
}

const linkForm = (view: AccountView, { id, name }: { id: string; name: string }): Markup =>
  panelForm(
    view,
    link,
    html`<input type="hidden" name="provider" value="${id}"><button type="submit">${fill(accountText(view.call).link, { name: displayText(name, 60) })}</button>`,
    { class: "actions" },
  );

export const identitiesPanel: AccountPanel = {
  id: "identities",
  column: "signing in",
  forms: [unlink, link],
  async card(view) {
    const { call, principal } = view;
    if (principal.service_account) return undefined;
    const links = (await identitiesOf(call.service.store.db, principal.id)).filter(isOwners);
    const linked = new Set(links.map(({ provider }) => provider));
    const others = linkableProviders(call.snapshot).filter(({ id }) => !linked.has(`oauth:${id}`));
    if (links.length + others.length === 0) return undefined;
    const content = html`${links.length > 0 && html`<ul>${links.map((one) => row(view, one))}</ul>`}
${others.map((one) => linkForm(view, one))}`;
    return panelCard("identities", accountText(call).identities, view, content);
  },
};
