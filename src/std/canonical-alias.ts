/** T-8: the form in which aliases, names and mail addresses are compared; the stored form is kept. */

import { MAX_NORMALIZED_LENGTH, normalForm } from "./normal-form.ts";

/** Controls, format characters (all bidirectional controls), ignorables, unpaired surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Dotless i stays itself, as in Unicode's case folding; upper-casing would merge it with `i`. */
const CASED = /[^\u0131]+/g;

/** The same characters, for a test of a whole text; and the blanks that are trimmed and that NFKC leaves as they are. */
const HAS_INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u1680]/u;

/** Most aliases: nothing but case and outer spaces to change. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Two texts name the same principal when their canonical forms are equal. NFKC, full case folding,
 * invisible characters removed, trimmed; applied until nothing changes, so the form is idempotent.
 *
 * Folding is upper case, then lower case, which reaches the full mappings (`ß`, `ẞ` → `ss`) that
 * lower case alone misses; final sigma becomes plain sigma.
 */
export function canonicalAlias(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  let form = text;
  for (;;) {
    const visible = normalForm(form, "NFKC").replace(INVISIBLE, "");
    const next = normalForm(fold(visible), "NFKC").trim();
    if (next === form) return form;
    form = next;
  }
}

function fold(text: string): string {
  return text
    .replace(CASED, (run) => run.toUpperCase().toLowerCase())
    .replaceAll("\u03c2", "\u03c3");
}

/**
 * Whether a text shows what it is: it has no invisible characters and no compatibility forms that
 * Unicode reads as other letters. Names that a request brings count in no other form (I-1).
 */
export const isPlainName = (text: string): boolean =>
  PLAIN.test(text) ||
  (text.length <= MAX_NORMALIZED_LENGTH &&
    !HAS_INVISIBLE.test(text) &&
    normalForm(text, "NFKC") === text);

/** Equal up to letter case and outer spaces, and nothing further (I-1). */
export const equalExceptCase = (a: string, b: string): boolean => fold(a.trim()) === fold(b.trim());
