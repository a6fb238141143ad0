/** Functions that change the case of texts, or see words in them. */

import type { Budget } from "../budget.ts";
import { utf8Bytes, utf8Text } from "../utf8.ts";
import { type Library, takes } from "./define.ts";
import { changeCase } from "./letter-case.ts";
import { isSpace } from "./space.ts";
import { camelCase, connectedCase } from "./word-cases.ts";

/** Changes the first letter of every word; `ends` says after which characters a word begins. */
function firstLetters(
  text: string,
  ends: (character: string) => boolean,
  change: (letter: string) => string,
): string {
  let changed = "";
  let begins = true;
  for (const character of text) {
    const ended = ends(character);
    changed += begins && !ended ? change(character) : character;
    begins = ended;
  }
  return changed;
}

/** Of ASCII everything but letters, digits and underscore separates, beyond it only space. */
function isSeparator(character: string): boolean {
  if (character <= "\x7f") return !/[A-Za-z0-9_]/.test(character);
  return isSpace(character);
}

function swapCase(text: string): string {
  let swapped = "";
  for (const letter of text) {
    const to = /[\p{Lu}\p{Lt}]/u.test(letter) ? "lower" : "upper";
    swapped += /\p{L}/u.test(letter) ? changeCase(letter, to) : letter;
  }
  return swapped;
}

function initials(text: string): string {
  let found = "";
  firstLetters(text, isSpace, (letter) => {
    found += letter;
    return letter;
  });
  return found;
}

/** Lines of at most `width` bytes, broken at spaces; a longer word is kept or `cut`. */
function wrap(text: string, width: bigint, newLine: string, cut: boolean, budget: Budget): string {
  const bytes = utf8Bytes(text);
  const most = Math.min(Math.max(1, Number(width)), bytes.length);
  const lines: string[] = [];
  let at = 0;
  while (bytes.length - at > most) {
    budget.spend();
    if (bytes[at] === 0x20) {
      at += 1;
      continue;
    }
    const space = at + bytes.subarray(at, at + most + 1).lastIndexOf(0x20);
    const next = bytes.indexOf(0x20, at + most);
    const end = space >= at ? space : cut ? at + most : next < 0 ? bytes.length : next;
    lines.push(utf8Text(bytes.subarray(at, end)));
    budget.checkLength((lines.length + 1) * newLine.length + bytes.length);
    at = space >= at || !cut ? end + 1 : end;
    if (end === bytes.length) return lines.join(newLine);
  }
  return [...lines, utf8Text(bytes.subarray(at))].join(newLine);
}

/** Looks at every letter several times, which is more work than texts usually are. */
const byLetter = (change: (text: string) => string) =>
  takes(["text"], ([text], budget) => {
    budget.spend(text.length);
    return change(text);
  });

export const words: Library = {
  lower: takes(["text"], ([text]) => changeCase(text, "lower")),
  upper: takes(["text"], ([text]) => changeCase(text, "upper")),
  title: takes(["text"], ([text]) => {
    return firstLetters(text, isSeparator, (letter) => changeCase(letter, "upper"));
  }),
  untitle: takes(["text"], ([text]) => {
    return firstLetters(text, isSpace, (letter) => changeCase(letter, "lower"));
  }),
  swapcase: byLetter(swapCase),
  snakecase: byLetter((text) => connectedCase(text, "_")),
  kebabcase: byLetter((text) => connectedCase(text, "-")),
  camelcase: byLetter(camelCase),
  initials: takes(["text"], ([text]) => initials(text)),
  wrap: takes(["integer", "text"], ([width, text], budget) => {
    return wrap(text, width, "\n", false, budget);
  }),
  wrapWith: takes(["integer", "text", "text"], ([width, newLine, text], budget) => {
    return wrap(text, width, newLine || "\n", true, budget);
  }),
};
