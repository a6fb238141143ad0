/** Text from outside, made fit to be read by people (B-3): one line, bounded, nothing invisible. */

/** Controls, line and paragraph separators: what a reader sees as a blank. */
const BLANK = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** Bidirectional and other format characters, except the joiners that scripts and emoji need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
/** More marks on one letter than any language has; they would cover the lines around them. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Words of printable ASCII, with one blank between two: nothing of the above is in them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Cut to `most` characters, with an ellipsis in place of the rest. */
export function displayText(text: string, most = 80): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  const clean = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(BLANK, " ")
    .replace(INVISIBLE, "")
    .replace(PILED_MARKS, "$1")
    .trim();
  const characters = Array.from(clean);
  return characters.length <= most ? clean : `${characters.slice(0, most - 1).join("")}…`;
}
