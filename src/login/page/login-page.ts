/** The embedded login page: complete without script, quicker with it (login-session-wire 4.1; B-1, B-3, B-10). */
import { html, raw } from "hono/html";
import { displayText } from "../../pages/display-text.ts";
import { layout, type Markup, type Page, type PagePlace } from "../../pages/layout.ts";
import type { LoginManifest } from "../manifest.ts";
import { ENGLISH } from "./english.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { type LoginFormView, signInView } from "./sign-in.ts";
import { text } from "./text.ts";
import { scriptViews } from "./views.ts";

export interface LoginPageView extends PagePlace {
  /** Base path without trailing slash. */
  readonly base: string;
  /** Where the form goes when no script runs. */
  readonly action: string;
  /** Where a sign-in in this very window leads; checked again when it does. */
  readonly returnTo?: string | undefined;
  readonly manifest: LoginManifest;
  /** Address of the script. */
  readonly script: string;
  readonly form: LoginFormView;
}

/** JSON as data of the page; nothing in it can end the element or begin a comment. */
function dataScript(id: string, value: unknown): Markup {
  const json = JSON.stringify(value)
    .replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
  return html`<script type="application/json" id="${id}">${raw(json)}</script>`;
}

/** `blocking`: the chosen theme is applied before the first paint. */
const head = ({ base, script }: LoginPageView): Markup =>
  html`<link rel="modulepreload" href="${base}/auth/sdk.js">
<script type="module" src="${script}" blocking="render"></script>`;

const themeChoice = html`<label id="login-theme" for="theme" hidden>${text("theme")}
<select id="theme" autocomplete="off">
<option value="" data-text="themeSystem">${ENGLISH.themeSystem}</option>
<option value="light" data-text="themeLight">${ENGLISH.themeLight}</option>
<option value="dark" data-text="themeDark">${ENGLISH.themeDark}</option>
</select></label>`;

export function loginPage(view: LoginPageView): Page {
  const { manifest, form, action, returnTo } = view;
  const title = displayText(manifest.title, 80) || ENGLISH.signIn;
  const error = displayText(form.error ?? manifest.error ?? "", 300);
  return layout(
    view,
    "login-page",
    title,
    html`<h1 id="login-title" tabindex="-1">${title}</h1>
<p id="login-error" class="message error" role="alert">${error}</p>
<p id="login-notice" class="message success" role="status"></p>
<fieldset id="login-view" aria-labelledby="login-title">
${signInView({ action, returnTo, manifest, form })}
</fieldset>
${scriptViews(manifest)}
${dataScript("login-manifest", manifest)}`,
    themeChoice,
    PAGE_STYLE,
    head(view),
  );
}
