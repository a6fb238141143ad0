/** Capital and small letters. */

/** Case letter by letter, as in Go: "ß" stays, a final sigma is like any other. */
export function changeCase(text: string, to: "lower" | "upper"): string {
  let changed = "";
  for (const letter of text) {
    const other = to === "lower" ? letter.toLowerCase() : letter.toUpperCase();
    const single = other.length === String.fromCodePoint(other.codePointAt(0) ?? 0).length;
    changed += single ? other : to === "lower" ? (other[0] ?? "") : letter;
  }
  return changed;
}
