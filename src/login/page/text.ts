/** Texts in markup, marked with their key so that the script finds them. */

import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import { fill } from "../../std/texts/fill.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { loginText } from "../../web/texts/catalogues.ts";
import type { TextKey } from "../../web/texts/en/login.ts";
import type { Spoken } from "../../web/texts/language.ts";

export const text = (context: Spoken, key: TextKey): Markup =>
  html`<span data-text="${key}">${loginText(context)[key]}</span>`;

/** A text with a name from outside, or a number, in it. */
export function textOf(context: Spoken, key: TextKey, value: string | number): Markup {
  const shown = typeof value === "string" ? displayText(value, 60) : value;
  const filled = fill(loginText(context)[key], { name: shown, count: shown });
  return html`<span data-text="${key}" data-value="${shown}">${filled}</span>`;
}
