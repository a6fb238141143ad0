/** Sign-in with a passkey. */
import { html } from "hono/html";
import { key } from "../../web/pages/icons.ts";
import type { LoginMethod } from "../login-parts.ts";
import { text, textOf } from "../page/text.ts";
import { answerPasskey } from "../passkey-login.ts";

export const passkey: LoginMethod = {
  routes: [{ method: "POST", path: "passkey", option: "passkey", answer: answerPasskey }],

  link({ name, provider, oauth2, features, linkTo }) {
    const works = features ? features.passkey : Boolean(oauth2.passkey_url);
    return provider.passkey === true && works ? { name, url: linkTo("passkey") } : undefined;
  },

  slot: "button",
  needsScript: "passkeysNeedScript",
  /** Hidden until the script finds WebAuthn. */
  draw: ({ context }, links) =>
    html`${links.map(
      ({ name, url }) =>
        html`<button type="button" class="passkey" data-url="${url}" hidden>${key}${links.length > 1 ? textOf(context, "usePasskeyOf", name) : text(context, "usePasskey")}</button>`,
    )}`,

  views: {},
};
