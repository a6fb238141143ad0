/** Words, numbers and space in an action, as sticky expressions that match in linear time. */

export const WHITE = /[ \t\r\n]+/y;
export const WORD = /[\p{L}\p{Nd}_]+/uy;
export const LETTER = /[\p{L}\p{Nd}_]/uy;

const HEXADECIMAL = "0[xX][0-9a-fA-F_]*(?:\\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?";
const OCTAL = "0[oO][0-7_]*(?:\\.[0-7_]*)?";
const BINARY = "0[bB][01_]*(?:\\.[01_]*)?";
const DECIMAL = "[0-9_]*(?:\\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?";

/** Everything a number may consist of; whether it is one, the parser decides. */
export const NUMBER = new RegExp(`[+-]?(?:${HEXADECIMAL}|${OCTAL}|${BINARY}|${DECIMAL})i?`, "y");

/** Where the match of a sticky expression ends, `at` itself without a match. */
export function matchEnd(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

export function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}
