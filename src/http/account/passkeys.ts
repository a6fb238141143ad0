/** The panel of the account page for passkeys (specification, Passkeys; auth-wire 6.6; F-3, T-10). */
import { html } from "hono/html";
import { z } from "zod";
import type { Call } from "../../call.ts";
import { factorState } from "../../credentials/totp/factor.ts";
import type { AuthError } from "../../errors.ts";
import { authenticatorName } from "../../iam/passkeys/authenticators.ts";
import { deletePasskey, renamePasskey } from "../../iam/passkeys/manage.ts";
import { requireLastingRight, requirePasskeys } from "../../iam/passkeys/reach.ts";
import {
  factsOf,
  MAX_NAME_LENGTH,
  type PasskeyRow,
  passkeysOf,
} from "../../iam/passkeys/records.ts";
import { belongsTo, type RelyingParty, relyingPartyOf } from "../../iam/passkeys/relying-party.ts";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import { key } from "../../web/pages/icons.ts";
import { isolated, type Markup } from "../../web/pages/layout.ts";
import { passkeysText, twoStepText } from "../../web/texts/catalogues.ts";
import { dayText } from "../../web/texts/time.ts";
import {
  type AccountPanel,
  type AccountView,
  type AccountVisit,
  accountForm,
  type FormOutcome,
  panelCard,
  panelForm,
  problem,
  tokenField,
} from "./panel.ts";
import { codesCard, codesLeft, newCodesForm, type ShownCodes } from "./recovery-codes.ts";

const PATH = "/ui/passkeys";
const explain = ({ code }: AuthError, call: Call): FormOutcome | undefined =>
  code === "not_found" ? problem(passkeysText(call).gone) : undefined;

/** Only the own ones: what an administrator may do to others has no place on this page. */
function requireOwn({ call, context, principal }: AccountVisit) {
  requirePasskeys(call);
  requireLastingRight(call, context);
  return { user: principal.id };
}

/** The script asks the authenticator; without it, or when the sign-in is too old, the form comes here. */
const add = accountForm({
  path: `${PATH}/add`,
  summary: "Add a passkey on the account page, where that takes another sign-in first",
  name: "PasskeyAddForm",
  schema: z.object({ name: z.string().optional() }),
  example: { name: "Work laptop" },
  async submit(visit) {
    requireOwn(visit);
    return problem(passkeysText(visit.call).needsScript);
  },
});

const rename = accountForm({
  path: `${PATH}/rename`,
  summary: "Rename a passkey on the account page",
  success: "The account page; the passkey has its new name",
  name: "PasskeyRenameForm",
  schema: z.object({ id: z.string().optional(), name: z.string().optional() }),
  example: { id: "6xJQm1qGJ3LDzPqZrB0yNQ", name: "Work laptop" },
  explain,
  async submit(visit, { id = "", name = "" }): Promise<FormOutcome> {
    const own = requireOwn(visit);
    const clean = displayText(name, MAX_NAME_LENGTH + 1);
    if (clean === "" || Array.from(clean).length > MAX_NAME_LENGTH) {
      return problem(passkeysText(visit.call).nameMissing);
    }
    await renamePasskey(visit.call, own, id, clean, visit.actor);
    return { status: 200, notice: passkeysText(visit.call).renamed };
  },
});

/** They stand in for the passkeys: making them takes what changing a passkey takes. */
const newCodes = newCodesForm({
  path: `${PATH}/recovery-codes`,
  summary: "Make recovery codes beside the passkeys on the account page",
  success: "The account page with the recovery codes",
  name: "PasskeyRecoveryForm",
  prove: requireOwn,
  made: (call) => passkeysText(call).codesMade,
});

const remove = accountForm({
  path: `${PATH}/remove`,
  summary: "Remove a passkey on the account page",
  success: "The account page; the passkey is gone",
  name: "PasskeyRemoveForm",
  schema: z.object({ id: z.string().optional() }),
  example: { id: "6xJQm1qGJ3LDzPqZrB0yNQ" },
  twice: "removed",
  explain,
  async submit(visit, { id = "" }): Promise<FormOutcome> {
    await deletePasskey(visit.call, requireOwn(visit), id, visit.actor);
    return { status: 200, notice: passkeysText(visit.call).removed };
  },
});

/** Where it is kept, when that is not its name; for which domain, when not for this one; its last use. */
function description(call: Call, row: PasskeyRow, rp: RelyingParty): string {
  const { aaguid, last_used_at } = factsOf(row);
  const authenticator = authenticatorName(aaguid);
  const date = dayText(call, last_used_at ? new Date(last_used_at) : row.created_at);
  return [
    authenticator !== row.name && authenticator,
    !belongsTo(rp, row.rp_id) && fill(passkeysText(call).inDomain, { domain: row.rp_id }),
    fill(last_used_at ? passkeysText(call).lastUsed : passkeysText(call).never, { date }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function item(view: AccountView, row: PasskeyRow, rp: RelyingParty, at: number): Markup {
  const field = `account-passkey-name-${at}`;
  const texts = passkeysText(view.call);
  const id = html`<input type="hidden" name="id" value="${row.id}">`;
  const newName = html`${id}
<div class="field"><label for="${field}">${texts.name}</label>
<input id="${field}" name="name" value="${row.name}" maxlength="${MAX_NAME_LENGTH}" autocomplete="off" required></div>
<div class="actions"><button type="submit">${texts.rename}</button></div>`;
  const end = html`${id}
<div class="actions"><button type="submit">${texts.remove}</button></div>`;
  const label = fill(texts.changeOne, { name: displayText(row.name) });
  return html`<li class="passkey">
<div class="what"><strong>${isolated(row.name, MAX_NAME_LENGTH)}</strong><small>${description(view.call, row, rp)}</small></div>
<details><summary aria-label="${label}">${texts.change}</summary>
${panelForm(view, rename, newName)}
${panelForm(view, remove, end)}
</details></li>`;
}

/** For an account whose only second factor is a passkey; an app has recovery codes of its own. */
async function spareCodes(view: AccountView): Promise<Markup | undefined> {
  const { call, principal } = view;
  const { enabled, recovery_codes_left: left } = await factorState(call, principal.id);
  if (enabled) return undefined;
  const texts = passkeysText(call);
  const make = html`<div class="actions"><button type="submit">${left > 0 ? twoStepText(call).newCodes : texts.makeCodes}</button></div>`;
  return html`<h3>${texts.codesTitle}</h3>
<p class="${left > 0 ? "soft" : "note"}" id="account-passkey-codes-left">${texts.codesText} ${codesLeft(call, left, texts.codesNone)}</p>
${panelForm(view, newCodes, make, { id: "account-passkey-codes" })}`;
}

/** Hidden until the script finds WebAuthn. */
function addForm(view: AccountView): Markup {
  const { prefix_path: prefix } = view.call.service.options;
  const needsScript = html`<p class="soft">${passkeysText(view.call).needsScript}</p>`;
  if (view.scriptless) return needsScript;
  return html`<form method="post" action="${prefix}${add.path}" id="account-passkey-add" data-register="${prefix}/v1/passkey/register" data-page="${prefix}/ui/account" hidden>
${tokenField(view)}
<p class="message error" role="alert" id="account-passkey-problem" hidden></p>
<div class="field"><label for="account-passkey-name">${passkeysText(view.call).newName} <span class="soft">(${passkeysText(view.call).optional})</span></label>
<input id="account-passkey-name" name="name" maxlength="${MAX_NAME_LENGTH}" autocomplete="off"></div>
<div class="actions"><button type="submit" class="primary">${key}<span data-label>${passkeysText(view.call).add}</span></button></div>
</form>
<noscript>${needsScript}</noscript>
<p class="soft" id="account-passkey-unsupported" hidden>${passkeysText(view.call).notSupported}</p>`;
}

export const passkeysPanel: AccountPanel = {
  id: "passkey",
  column: "signing in",
  scripted: true,
  forms: [add, rename, newCodes, remove],
  async card(view) {
    const { call, principal } = view;
    if (principal.service_account || call.snapshot.settings.passkey.disabled) return undefined;
    const shown = view.outcome?.shown as ShownCodes | undefined;
    if (shown) {
      const { title, codesKeep } = passkeysText(call);
      return panelCard("passkey", title, view, codesCard(call, shown.codes, codesKeep));
    }
    const rows = await passkeysOf(call.service, principal.id);
    const rp = await relyingPartyOf(call);
    const list = html`<ul class="passkeys">${rows.map((row, at) => item(view, row, rp, at))}</ul>`;
    return panelCard(
      "passkey",
      passkeysText(call).title,
      view,
      html`<p class="soft">${passkeysText(call).lead}</p>
${rows.length > 0 ? list : html`<p id="account-passkeys-none">${passkeysText(call).none}</p>`}
${rows.length > 0 && (await spareCodes(view))}
${addForm(view)}`,
    );
  },
};
