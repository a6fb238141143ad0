/** Flags, width and precision of a `printf` verb, and the padding they ask for. */

export type Style = {
  minus: boolean;
  plus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  width?: number | undefined;
  precision?: number | undefined;
  /** `%#v`: written as Go source. */
  source: boolean;
  /** `%+v`: records with field names. */
  named: boolean;
};

export const PLAIN: Style = {
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  source: false,
  named: false,
};

/** Pads to the width, which counts characters. */
export function pad(text: string, style: Style): string {
  const missing = (style.width ?? 0) - characters(text);
  if (missing <= 0) return text;
  if (style.minus) return text + " ".repeat(missing);
  return (style.zero ? "0" : " ").repeat(missing) + text;
}

/** Pads a number: zeros go between sign and digits. */
export function padZero(sign: string, digits: string, style: Style): string {
  const missing = (style.width ?? 0) - sign.length - digits.length;
  if (style.zero && !style.minus && missing > 0) return sign + "0".repeat(missing) + digits;
  return pad(sign + digits, { ...style, zero: false });
}

/** The first characters of a text, as many as the precision says. */
export function truncate(text: string, style: Style): string {
  if (style.precision === undefined || text.length <= style.precision) return text;
  let end = 0;
  for (let count = 0; count < style.precision && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
