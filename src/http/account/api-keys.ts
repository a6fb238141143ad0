/** The panel of personal API keys, while `api_key.self_service` is on (specification, Management UI; F-7). */
import { html } from "hono/html";
import { z } from "zod";
import { now } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import { createApiKey, deleteApiKey, listApiKeys } from "../../iam/api-keys/api-keys.ts";
import { selfIssuer } from "../../iam/api-keys/issuer.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { displayText } from "../../std/display-text.ts";
import { formatDuration } from "../../std/duration.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { KEYS } from "../../web/texts/account-keys.ts";
import { fill, fillMarkup } from "../../web/texts/fill.ts";
import {
  type AccountPanel,
  type AccountView,
  accountForm,
  type FormOutcome,
  panelCard,
  startHere,
  tokenField,
} from "./panel.ts";
import { timeElement } from "./time.ts";

type Key = Awaited<ReturnType<typeof listApiKeys>>[number];

/** Of the select, in hours; the first that may be chosen is proposed. */
const LIFETIMES = [
  [720, KEYS.month],
  [24, KEYS.day],
  [168, KEYS.week],
  [2_160, KEYS.quarter],
] as const;

/** What the settings allow, as `expires_in` and its text. */
function lifetimes({ call }: AccountView): (readonly [string, string])[] {
  const { max_lifetime: most } = call.snapshot.settings.api_key;
  const hours = most === undefined ? Number.POSITIVE_INFINITY : most / 3_600_000;
  const within = LIFETIMES.filter(([length]) => length < hours).map(
    ([length, label]) => [`${length}h`, label] as const,
  );
  return [...within, most === undefined ? ["", KEYS.never] : [formatDuration(most), KEYS.longest]];
}

const explain = ({ code, message, detail }: AuthError): FormOutcome | undefined => {
  if (code === "not_found") return { status: 400, problem: KEYS.notEnded };
  if (code !== "invalid_request" && code !== "conflict" && code !== "forbidden") return undefined;
  const problem = displayText(detail ?? message, 200);
  return { status: code === "forbidden" ? 403 : 400, problem };
};

const make = accountForm({
  path: "/ui/api-keys",
  summary: "Make a personal API key with the form of the account page",
  success: "The account page with the key, this one time",
  name: "OwnApiKeyForm",
  schema: z.object({ name: z.string().optional(), expires_in: z.string().optional() }),
  example: { name: "deploy", expires_in: "720h" },
  explain,
  async submit({ call, context, actor }, { name = "", expires_in = "" }) {
    const issuer = selfIssuer(call, context);
    requireRecentSignIn(call, context, "create an api key");
    if (name.trim() === "") return { status: 400, problem: KEYS.nameMissing };
    const body = {
      ...{ user_id: undefined, name: name.trim(), description: undefined, disabled: undefined },
      ...{ role_ids: undefined, permission_ids: undefined, details: {}, expires_in },
    };
    const { key } = await createApiKey(call, issuer, body, actor);
    return { status: 200, shown: key };
  },
});

const end = accountForm({
  path: "/ui/api-keys/end",
  summary: "End a personal API key with the form of the account page",
  name: "EndApiKeyForm",
  schema: z.object({ id: z.string().optional() }),
  example: { id: "01J0A0B0C0D0E0F0G0H0J0K0M4" },
  explain,
  async submit({ call, context, actor }, { id = "" }) {
    const issuer = selfIssuer(call, context);
    requireRecentSignIn(call, context, "end an api key");
    await deleteApiKey(call, issuer, id, actor);
    return "done";
  },
});

const at = (text: string, time: string): Markup =>
  fillMarkup(text, { time: timeElement(new Date(time)) });

function endOf({ call }: AccountView, { expires_at, disabled }: Key): string | Markup {
  if (disabled) return KEYS.disabled;
  if (expires_at === undefined) return KEYS.noEnd;
  return at(Date.parse(expires_at) <= now(call) ? KEYS.ended : KEYS.expires, expires_at);
}

function row(view: AccountView, key: Key): Markup {
  const { call } = view;
  const name = displayText(key.name, 60) || KEYS.unnamed;
  return html`<li class="entry"><div><strong>${isolated(name)}</strong>
<small>${at(KEYS.created, key.created_at)} · ${endOf(view, key)}</small>
<small>${key.last_used_at === undefined ? KEYS.neverUsed : at(KEYS.lastUsed, key.last_used_at)}</small></div>
<form method="post" action="${call.service.options.prefix_path}/ui/api-keys/end">${tokenField(view)}
<input type="hidden" name="id" value="${key.id}">
<button type="submit" class="small" aria-label="${fill(KEYS.endLabel, { name })}">${KEYS.end}</button></form></li>`;
}

const shownKey = (key: string): Markup =>
  html`<div class="shown" role="status"${startHere}><h3 id="account-new-key-title">${KEYS.shownTitle}</h3>
<p>${KEYS.shownText}</p><output id="account-new-key" aria-labelledby="account-new-key-title"><code>${key}</code></output></div>`;

const makeForm = (view: AccountView): Markup =>
  html`<form method="post" id="account-make-key" action="${view.call.service.options.prefix_path}/ui/api-keys">${tokenField(view)}
<h3>${KEYS.add}</h3>
<div class="field"><label for="account-key-name">${KEYS.name}</label>
<input type="text" id="account-key-name" name="name" maxlength="100" autocomplete="off" required aria-describedby="account-key-name-hint">
<small id="account-key-name-hint">${KEYS.nameHint}</small></div>
<div class="field"><label for="account-key-lifetime">${KEYS.lifetime}</label>
<select id="account-key-lifetime" name="expires_in">${lifetimes(view).map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></div>
<div class="actions"><button type="submit" class="primary">${KEYS.make}</button></div></form>`;

export const apiKeysPanel: AccountPanel = {
  id: "keys",
  column: "profile",
  forms: [make, end],
  async card(view) {
    const { call, principal, outcome } = view;
    const { self_service, disabled } = call.snapshot.settings.api_key;
    if (!self_service || disabled) return undefined;
    const keys = await listApiKeys(call, principal.id);
    const { shown } = outcome ?? {};
    return panelCard(
      "keys",
      KEYS.title,
      view,
      html`<p class="soft">${KEYS.text}</p>
${typeof shown === "string" && shownKey(shown)}
${
  keys.length === 0
    ? html`<p class="soft" id="account-keys">${KEYS.none}</p>`
    : html`<ul id="account-keys">${keys.map((key) => row(view, key))}</ul>`
}
${makeForm(view)}`,
    );
  },
};
