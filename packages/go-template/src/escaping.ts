/** `html`, `js` and `urlquery`: text made safe for the place it goes to. */

import { hex, isPrintable } from "./quote.ts";
import { utf8Bytes } from "./utf8.ts";

const HTML: ReadonlyMap<string, string> = new Map([
  ["\0", "\ufffd"],
  ['"', "&#34;"],
  ["'", "&#39;"],
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

const JS: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["'", "\\'"],
  ['"', '\\"'],
  ["<", "\\u003C"],
  [">", "\\u003E"],
  ["&", "\\u0026"],
  ["=", "\\u003D"],
]);

/** For HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[\0"'&<>]/g, (character) => HTML.get(character) ?? character);
}

/** For a JavaScript string in either quote. */
export function escapeJs(text: string): string {
  return text.replace(/[\\'"<>&=]|[^ -\x7f]/gu, (character) => {
    const known = JS.get(character);
    if (known !== undefined) return known;
    if (isPrintable(character)) return character;
    return `\\u${hex(character.codePointAt(0) ?? 0, 4).toUpperCase()}`;
  });
}

/** For a value in a URL query. */
export function escapeQuery(text: string): string {
  let escaped = "";
  for (const byte of utf8Bytes(text)) {
    const character = String.fromCharCode(byte);
    if (/[A-Za-z0-9_.~-]/.test(character)) escaped += character;
    else escaped += byte === 0x20 ? "+" : `%${hex(byte, 2).toUpperCase()}`;
  }
  return escaped;
}
