/** Texts in markup, marked with their key so that the script can translate them in place. */
import { html } from "hono/html";
import { displayText } from "../../std/display-text.ts";
import type { Markup } from "../../web/pages/layout.ts";
import { fillIn, LOGIN, type TextKey } from "../../web/texts/login.ts";

export const text = (key: TextKey): Markup => html`<span data-text="${key}">${LOGIN[key]}</span>`;

/** A text with a name from outside, or a number, in it. */
export function textOf(key: TextKey, value: string | number): Markup {
  const shown = typeof value === "string" ? displayText(value, 60) : value;
  return html`<span data-text="${key}" data-value="${shown}">${fillIn(LOGIN[key], shown)}</span>`;
}
