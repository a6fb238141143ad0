/** Cuts a repeated character off the end of a text. */

/**
 * The text without the `character`s at its end, in linear time: an expression such as `/\/+$/` looks
 * for the end of the text again from every character of every run (N-10).
 */
export function trimEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
