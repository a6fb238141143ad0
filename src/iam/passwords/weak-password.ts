/** Passwords that are tried first: of a published list, and of simple patterns. */
import { decodeBase64 } from "../../std/base64.ts";
import { normalForm } from "../../std/normal-form.ts";
import { bitsOf } from "./common-bits.ts";
import { COMMON_PASSWORDS } from "./common-passwords.gen.ts";

/** Decoded for each new password: a tenth of what hashing it takes, and nothing stays in memory. */
function isListed(word: string): boolean {
  const filter = decodeBase64(COMMON_PASSWORDS) ?? new Uint8Array();
  return bitsOf(word, filter.length * 8).every(
    (bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
  );
}

/** Rows of keyboards, and the alphabet and digits in order. */
const ROWS = [
  ...["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm"],
  ...["abcdefghijklmnopqrstuvwxyz", "01234567890", "1234567890"],
];
const reversed = (text: string): string => [...text].reverse().join("");

/** The longest start of the text that is part of a row, or the same character again. */
function runAt(text: string): number {
  let longest = 1;
  while (longest < text.length && text[longest] === text[0]) longest += 1;
  for (const row of ROWS.flatMap((one) => [one, reversed(one)])) {
    let length = longest + 1;
    while (length <= text.length && row.includes(text.slice(0, length))) {
      longest = length;
      length += 1;
    }
  }
  return longest;
}

/** Few runs, or one short piece again and again. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+$/u.test(text)) return true;
  let runs = 0;
  for (let at = 0; at < text.length; at += runAt(text.slice(at))) runs += 1;
  return runs <= 3;
}

const LETTER = /\p{L}/u;

/** What is left without the digits and signs around it, which are the first to be tried there. */
const core = (text: string): string => {
  const first = text.search(LETTER);
  const last = [...text].findLastIndex((sign) => LETTER.test(sign));
  return first < 0 ? "" : [...text].slice([...text.slice(0, first)].length, last + 1).join("");
};

/** Whether it is among the first that are tried, in any case. */
export function isCommon(password: string): boolean {
  const text = normalForm(password, "NFKC").toLowerCase();
  return isPattern(text) || isListed(text) || isListed(core(text));
}
