/** How `printf` writes a string: `%s %q %x %X`. */

import { pad, type Style, truncate } from "./format-style.ts";
import { hex, quote } from "./quote.ts";
import { utf8Bytes } from "./utf8.ts";

/** undefined when the verb is not for strings. */
export function formatText(value: string, verb: string, style: Style): string | undefined {
  switch (verb) {
    case "v":
      return style.source ? quoted(value, style) : pad(truncate(value, style), style);
    case "s":
      return pad(truncate(value, style), style);
    case "q":
      return quoted(value, style);
    case "x":
      return hexadecimal(value, style);
    case "X":
      return hexadecimal(value, style).toUpperCase();
    default:
      return undefined;
  }
}

function quoted(value: string, style: Style): string {
  const text = truncate(value, style);
  const raw = style.sharp && /^[^\p{Cc}`\ufeff]*$/u.test(text.replaceAll("\t", ""));
  return pad(raw ? `\`${text}\`` : quote(text, style.plus), style);
}

function hexadecimal(value: string, style: Style): string {
  const bytes = [...utf8Bytes(value).slice(0, style.precision)].map((byte) => hex(byte, 2));
  if (bytes.length === 0) return pad("", style);
  const prefix = style.sharp ? "0x" : "";
  return pad(prefix + bytes.join(style.space ? ` ${prefix}` : ""), style);
}
