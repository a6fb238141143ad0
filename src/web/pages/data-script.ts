/** Data of a page for its script. */
import { html, raw } from "hono/html";
import { loginText } from "../texts/catalogues.ts";
import type { Spoken } from "../texts/language.ts";
import { SCRIPT_TEXTS } from "../texts/script-texts.ts";
import type { Markup } from "./layout.ts";

/** JSON; nothing in it can end the element or begin a comment. */
export function dataScript(id: string, value: unknown): Markup {
  const json = JSON.stringify(value)
    .replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
  return html`<script type="application/json" id="${id}">${raw(json)}</script>`;
}

/** What the script says, in the language of the page; a template, which no browser shows or runs. */
export function scriptTexts(context: Spoken): Markup {
  const texts = loginText(context);
  const brought = Object.fromEntries(SCRIPT_TEXTS.map((key) => [key, texts[key]]));
  return html`<template id="page-texts">${JSON.stringify(brought)}</template>`;
}
