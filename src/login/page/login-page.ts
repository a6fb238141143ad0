/** The embedded login page: complete without script, quicker with it (login-session-wire 4.1; B-1, B-3, B-10). */

import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import { dataScript, scriptTexts } from "../../web/pages/data-script.ts";
import { layout, type Markup, type Page, type PageContext } from "../../web/pages/layout.ts";
import { loginText } from "../../web/texts/catalogues.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import type { LoginMethods } from "../login-parts.ts";
import type { LoginManifest } from "../manifest.ts";
import { type FoundView, findView, openedView } from "./opened-view.ts";
import { PAGE_STYLE } from "./page-style.ts";
import type { ViewContext } from "./rules.ts";
import { signInView } from "./sign-in.ts";
import { text } from "./text.ts";
import type { LoginFormView, OpenedView } from "./view.ts";
import { scriptViews, titleOf } from "./views.ts";

export interface LoginPageView extends ViewContext {
  /** Base path without trailing slash. */
  readonly base: string;
  /** Where the form goes when no script runs. */
  readonly action: string;
  /** Where a sign-in in this very window leads; checked again when it does. */
  readonly returnTo?: string | undefined;
  readonly methods: LoginMethods;
  readonly manifest: LoginManifest;
  /** Address of the script. */
  readonly script: string;
  readonly form: LoginFormView;
  /** Instead of the view that signs in. */
  readonly opened?: OpenedView | undefined;
  /** Name of the application that the person signs in for. */
  readonly client?: string | undefined;
  /** The person has just signed out. */
  readonly signedOut?: boolean;
  /** The person is signed in, and a page asks for a newer sign-in. */
  readonly again?: boolean;
  /** How a page asks for the sign-in; said in place of `again`. */
  readonly question?: TextKey | undefined;
  /** What was done. */
  readonly notice?: TextKey | undefined;
}

/** `blocking`: the chosen theme is applied before the first paint. */
const head = ({ base, script }: LoginPageView): Markup =>
  html`<link rel="modulepreload" href="${base}/auth/sdk.js">
<script type="module" src="${script}" blocking="render"></script>`;

const themeChoice = (
  context: PageContext,
): Markup => html`<label id="login-theme" for="theme" hidden>${text(context, "theme")}
<select id="theme" autocomplete="off">
<option value="" data-text="themeSystem">${loginText(context).themeSystem}</option>
<option value="light" data-text="themeLight">${loginText(context).themeLight}</option>
<option value="dark" data-text="themeDark">${loginText(context).themeDark}</option>
</select></label>`;

/** What `info.title` is where no other one is configured: the page says what its button says. */
const DEFAULT_TITLE = "Login";

interface Heading {
  readonly title: string;
  readonly markup: Markup;
}

/** One line of text: the script reads it back from the title of the document. */
function headingOf(context: LoginPageView): Heading {
  const { client, manifest } = context;
  const configured = displayText(manifest.title, 80);
  if (client !== undefined) {
    const title = fill(loginText(context).signInTo, { name: client });
    return {
      title,
      markup: html`<h1 id="login-title" tabindex="-1" data-text="signInTo" data-value="${client}">${title}</h1>`,
    };
  }
  const own = configured === "" || configured === DEFAULT_TITLE;
  const title = own ? loginText(context).signIn : configured;
  const key = own && html` data-text="signIn"`;
  return { title, markup: html`<h1 id="login-title" tabindex="-1"${key}>${title}</h1>` };
}

/** Why the page is shown to a person who may be signed in already. */
function questionText(context: LoginPageView): Markup | false {
  const { question, again } = context;
  if (question) return text(context, question);
  return again === true && text(context, "signInAgain");
}

/** The view that signs in; beside an opened one it waits for the script. */
function views(view: LoginPageView, heading: Heading, found: FoundView | undefined): Markup {
  const { methods, manifest, form, action, returnTo, opened } = view;
  const signIn = signInView({ context: view, action, returnTo, manifest, form }, methods);
  if (!opened || !found)
    return html`<fieldset id="login-view" aria-labelledby="login-title">
${signIn}
</fieldset>`;
  return html`<fieldset id="login-view" aria-labelledby="login-title">
${openedView(view, { action, token: form.token }, manifest, opened, found)}
</fieldset>
<template id="view-sign-in" data-heading="${heading.title}" data-opened="${opened.name}"${found.view.formOnly && html` data-plain`}>${signIn}</template>`;
}

export function loginPage(view: LoginPageView): Page {
  const { methods, manifest, form, notice, opened } = view;
  const signIn = headingOf(view);
  // What no provider offers is not shown, whatever the address says.
  const found = opened && findView(methods, manifest, opened.name);
  const title = found ? titleOf(view, found.view, opened) : signIn.title;
  const heading = found ? html`<h1 id="login-title" tabindex="-1">${title}</h1>` : signIn.markup;
  const error = displayText(form.error ?? manifest.error ?? "", 300);
  return layout(
    view,
    "login-page",
    title,
    html`${heading}
<p id="login-error" class="message error" role="alert">${error}</p>
<p id="login-notice" class="message success" role="status">${view.signedOut === true && text(view, "signedOut")}${questionText(view)}${notice && text(view, notice)}</p>
${views(view, signIn, found)}
${scriptViews(view, methods, manifest, opened)}
${dataScript("login-manifest", manifest)}
${scriptTexts(view)}`,
    themeChoice(view),
    PAGE_STYLE,
    head(view),
  );
}
