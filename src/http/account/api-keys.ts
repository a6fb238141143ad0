/** The panel of personal API keys, while `api_key.self_service` is on (specification, Management UI; F-7). */
import { html } from "hono/html";
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import { createApiKey, deleteApiKey, listApiKeys } from "../../iam/api-keys/api-keys.ts";
import { selfIssuer } from "../../iam/api-keys/issuer.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { displayText } from "../../std/display-text.ts";
import { formatDuration } from "../../std/duration.ts";
import { fill } from "../../std/texts/fill.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { keysText } from "../../web/texts/catalogues.ts";
import { fillMarkup } from "../../web/texts/fill-markup.ts";
import {
  type AccountPanel,
  type AccountView,
  accountForm,
  type FormOutcome,
  panelCard,
  panelForm,
  startHere,
} from "./panel.ts";
import { timeElement } from "./time.ts";

type Key = Awaited<ReturnType<typeof listApiKeys>>[number];

/** Of the select, in hours; the first that may be chosen is proposed. */
const LIFETIMES = [
  [720, "month"],
  [24, "day"],
  [168, "week"],
  [2_160, "quarter"],
] as const;

/** What the settings allow, as `expires_in` and its text. */
function lifetimes({ call }: AccountView): (readonly [string, string])[] {
  const { max_lifetime: most } = call.snapshot.settings.api_key;
  const hours = most === undefined ? Number.POSITIVE_INFINITY : most / 3_600_000;
  const within = LIFETIMES.filter(([length]) => length < hours).map(
    ([length, label]) => [`${length}h`, keysText(call)[label]] as const,
  );
  return [
    ...within,
    most === undefined
      ? ["", keysText(call).never]
      : [formatDuration(most), keysText(call).longest],
  ];
}

const explain = ({ code, message, detail }: AuthError, call: Call): FormOutcome | undefined => {
  if (code === "not_found") return { status: 400, problem: keysText(call).notEnded };
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
  twice: "once",
  explain,
  async submit({ call, context, actor }, { name = "", expires_in = "" }) {
    const issuer = selfIssuer(call, context);
    requireRecentSignIn(call, context, "create an api key");
    if (name.trim() === "") return { status: 400, problem: keysText(call).nameMissing };
    const body = {
      ...{ user_id: undefined, name: name.trim(), description: undefined, disabled: undefined },
      ...{ role_ids: undefined, permission_ids: undefined, details: {}, expires_in },
    };
    const { key } = await createApiKey(call, issuer, body, actor);
    return { status: 200, shown: key, shownBefore: keysText(call).shownBefore };
  },
});

const end = accountForm({
  path: "/ui/api-keys/end",
  summary: "End a personal API key with the form of the account page",
  name: "EndApiKeyForm",
  schema: z.object({ id: z.string().optional() }),
  example: { id: "01J0A0B0C0D0E0F0G0H0J0K0M4" },
  twice: "removed",
  explain,
  async submit({ call, context, actor }, { id = "" }) {
    const issuer = selfIssuer(call, context);
    requireRecentSignIn(call, context, "end an api key");
    await deleteApiKey(call, issuer, id, actor);
    return "done";
  },
});

const at = (call: Call, text: string, time: string): Markup =>
  fillMarkup(text, { time: timeElement(call, new Date(time)) });

function endOf({ call }: AccountView, { expires_at, disabled }: Key): string | Markup {
  if (disabled) return keysText(call).disabled;
  if (expires_at === undefined) return keysText(call).noEnd;
  return at(
    call,
    Date.parse(expires_at) <= now(call) ? keysText(call).ended : keysText(call).expires,
    expires_at,
  );
}

function row(view: AccountView, key: Key): Markup {
  const { call } = view;
  const name = displayText(key.name, 60) || keysText(call).unnamed;
  const button = html`<input type="hidden" name="id" value="${key.id}">
<button type="submit" class="small" aria-label="${fill(keysText(call).endLabel, { name })}">${keysText(call).end}</button>`;
  return html`<li class="entry"><div><strong>${isolated(name)}</strong>
<small>${at(call, keysText(call).created, key.created_at)} · ${endOf(view, key)}</small>
<small>${key.last_used_at === undefined ? keysText(call).neverUsed : at(call, keysText(call).lastUsed, key.last_used_at)}</small></div>
${panelForm(view, end, button)}</li>`;
}

const shownKey = (call: Call, key: string): Markup =>
  html`<div class="shown" role="status"${startHere}><h3 id="account-new-key-title">${keysText(call).shownTitle}</h3>
<p>${keysText(call).shownText}</p><output id="account-new-key" aria-labelledby="account-new-key-title"><code>${key}</code></output></div>`;

const makeForm = (view: AccountView): Markup =>
  panelForm(
    view,
    make,
    html`<h3>${keysText(view.call).add}</h3>
<div class="field"><label for="account-key-name">${keysText(view.call).name}</label>
<input type="text" id="account-key-name" name="name" maxlength="100" autocomplete="off" required aria-describedby="account-key-name-hint">
<small id="account-key-name-hint">${keysText(view.call).nameHint}</small></div>
<div class="field"><label for="account-key-lifetime">${keysText(view.call).lifetime}</label>
<select id="account-key-lifetime" name="expires_in">${lifetimes(view).map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></div>
<div class="actions"><button type="submit" class="primary">${keysText(view.call).make}</button></div>`,
    { id: "account-make-key" },
  );

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
      keysText(call).title,
      view,
      html`<p class="soft">${keysText(call).text}</p>
${typeof shown === "string" && shownKey(call, shown)}
${
  keys.length === 0
    ? html`<p class="soft" id="account-keys">${keysText(call).none}</p>`
    : html`<ul id="account-keys">${keys.map((key) => row(view, key))}</ul>`
}
${makeForm(view)}`,
    );
  },
};
