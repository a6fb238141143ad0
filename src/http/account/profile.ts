/** The panel of the account page with what people change of themselves: name, address, and the end of the account (B-2). */
import { html } from "hono/html";
import { z } from "zod";
import type { Call } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import {
  chooseOwnLanguage,
  deleteOwn,
  mayChange,
  type OwnAccount,
  renameOwn,
  requireSelfService,
} from "../../iam/principals/own-account.ts";
import { chooseOwnPicture, ownPicturePath } from "../../iam/principals/picture.ts";
import { readName } from "../../oauth2/signup/fields.ts";
import { askForAddress, confirmAddress } from "../../oauth2/signup/own-address.ts";
import { LANGUAGES, lookUp } from "../../std/texts/languages.ts";
import { noticePage } from "../../web/errors/page.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { profileText } from "../../web/texts/catalogues.ts";
import {
  type AccountPanel,
  type AccountVisit,
  accountForm,
  type FormOutcome,
  panelCard,
  panelForm,
  problem,
} from "./panel.ts";

function explain({ code }: AuthError, call: Call): FormOutcome | undefined {
  const texts = profileText(call);
  if (code === "invalid_request") return problem(texts.notAccepted);
  if (code === "unauthenticated") return problem(texts.wrongCode);
  if (code === "conflict") return problem(texts.conflict, 409);
  if (code === "unavailable") return problem(texts.noMail, 503);
  return code === "forbidden" ? problem(texts.notAllowed, 403) : undefined;
}

const ownOf = ({ call, context, principal: user, actor }: AccountVisit): OwnAccount => ({
  ...{ call, context, user, actor },
});

const rename = accountForm({
  path: "/ui/profile/name",
  summary: "Change the own name",
  name: "OwnNameForm",
  schema: z.object({ name: z.string().max(1_000).optional() }),
  example: { name: "Ada Lovelace" },
  explain,
  async submit(visit, { name }) {
    await renameOwn(ownOf(visit), () => readName(name, visit.principal.alias[0] ?? ""));
    return "done";
  },
});

const language = accountForm({
  path: "/ui/profile/language",
  summary: "Choose the own language",
  name: "OwnLanguageForm",
  schema: z.object({ language: z.string().max(20).optional() }),
  example: { language: "de" },
  explain,
  async submit(visit, { language: chosen = "" }) {
    await chooseOwnLanguage(ownOf(visit), chosen);
    return "done";
  },
});

const picture = accountForm({
  path: "/ui/profile/picture",
  summary: "Choose the own picture by its address",
  name: "OwnPictureForm",
  schema: z.object({ url: z.string().max(1_000).optional() }),
  example: { url: "https://pictures.example.com/ada.png" },
  explain,
  async submit(visit, { url = "" }) {
    await chooseOwnPicture(ownOf(visit), { url });
    return "done";
  },
});

const address = accountForm({
  path: "/ui/profile/address",
  summary: "Ask for another address of the own account",
  success: "A code is on its way to the new address",
  name: "OwnAddressForm",
  schema: z.object({ email: z.string().max(1_000).optional() }),
  example: { email: "ada@example.org" },
  explain,
  async submit(visit, { email }) {
    await askForAddress(ownOf(visit), email);
    return { status: 200, notice: profileText(visit.call).codeSent };
  },
});

const confirm = accountForm({
  path: "/ui/profile/address/confirm",
  summary: "Confirm the new address with the code of its mail",
  name: "OwnAddressCodeForm",
  schema: z.object({ code: z.string().max(200).optional() }),
  example: { code: "BCDFG-HJKLM" },
  explain,
  async submit(visit, { code }) {
    await confirmAddress(ownOf(visit), code);
    return "done";
  },
});

const deleted = (call: Call): Response =>
  noticePage(call, 200, {
    title: profileText(call).deletedTitle,
    text: profileText(call).deletedText,
  });

const remove = accountForm({
  path: "/ui/profile/delete",
  summary: "Delete the own account",
  success: "It is deleted",
  name: "DeleteAccountForm",
  schema: z.object({ confirmed: z.string().max(10).optional() }),
  example: { confirmed: "true" },
  explain,
  async submit(visit, { confirmed }) {
    // A page that may not be shown asks for no confirmation.
    requireSelfService(ownOf(visit), "deletion");
    if (confirmed !== "true") return problem(profileText(visit.call).confirmFirst);
    await deleteOwn(ownOf(visit));
    return deleted(visit.call);
  },
});

function fieldOf(id: string, label: string, type: string, autocomplete: string, value: string) {
  return html`<div class="field"><label for="profile-${id}">${label}</label>
<input id="profile-${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" value="${value}" required></div>`;
}

/** One that is kept here is not typed: the field is empty then, and saving it takes the picture away. */
function pictureFields(call: Call, chosen: string): Markup {
  const { prefix_path: prefix } = call.service.options;
  const { picture: label, pictureHint, pictureFile, pictureRefused } = profileText(call);
  const kept = ownPicturePath(call, chosen);
  return html`<div class="field by-script" hidden><label for="profile-picture-file">${pictureFile}</label>
<input id="profile-picture-file" type="file" accept="image/png,image/jpeg,image/webp" data-upload="${prefix}/v1/me/picture"></div>
<p class="message error" role="alert" id="profile-picture-problem" hidden>${pictureRefused}</p>
<div class="field"><label for="profile-picture">${label}</label>
<input id="profile-picture" name="url" type="url" autocomplete="off" maxlength="500" value="${kept ? "" : chosen}" aria-describedby="profile-picture-hint"></div>
<small id="profile-picture-hint">${pictureHint}</small>`;
}

/** A tag such as `de-AT`, as an administrator may have written it, is shown as the language that it stands for. */
function languageField(call: Call, locale: string): Markup {
  const { language: label, languageHint, noLanguage } = profileText(call);
  const chosen = lookUp(locale);
  const options = Object.entries(LANGUAGES).map(
    ([tag, { name }]) =>
      html`<option value="${tag}" lang="${tag}"${tag === chosen && " selected"}>${name}</option>`,
  );
  return html`<div class="field"><label for="profile-language">${label}</label>
<select id="profile-language" name="language" autocomplete="off" aria-describedby="profile-language-hint">
<option value="">${noLanguage}</option>
${options}
</select></div><small id="profile-language-hint">${languageHint}</small>`;
}

const button = (label: string, id: string): Markup =>
  html`<div class="actions"><button type="submit" id="profile-${id}-save">${label}</button></div>`;

export const profilePanel: AccountPanel = {
  id: "profile-edit",
  column: "profile",
  scripted: true,
  forms: [rename, language, picture, address, confirm, remove],
  async card(view) {
    const { call, principal, profile } = view;
    const may = (act: Parameters<typeof mayChange>[2]) => mayChange(call, principal, act);
    const acts = ["name", "address", "language", "picture", "deletion"] as const;
    if (!acts.some(may)) return undefined;
    const texts = profileText(call);
    const textOf = (member: string) => {
      const value: unknown = profile.details[member];
      return typeof value === "string" ? value : "";
    };
    return panelCard(
      "profile-edit",
      texts.title,
      view,
      html`${may("name") && panelForm(view, rename, html`${fieldOf("name", texts.name, "text", "name", textOf("name"))}${button(texts.saveName, "name")}`)}
${may("language") && panelForm(view, language, html`${languageField(call, textOf("locale"))}${button(texts.saveLanguage, "language")}`)}
${may("picture") && panelForm(view, picture, html`${pictureFields(call, textOf("picture"))}${button(texts.savePicture, "picture")}`)}
${may("address") && panelForm(view, address, html`${fieldOf("email", texts.address, "email", "email", textOf("email"))}<small>${texts.addressHint}</small>${button(texts.sendCode, "email")}`)}
${may("address") && panelForm(view, confirm, html`${fieldOf("code", texts.code, "text", "one-time-code", "")}${button(texts.confirm, "code")}`)}
${may("deletion") && html`<h3>${texts.deleteTitle}</h3><p class="soft">${texts.deleteText}</p>${panelForm(view, remove, html`<label class="choice"><input type="checkbox" name="confirmed" value="true"> <span>${texts.deleteConfirm}</span></label>${button(texts.deleteButton, "delete")}`)}`}`,
    );
  },
};
