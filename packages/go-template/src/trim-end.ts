/** Cuts a repeated character off the end of a text. */

/** In linear time: an expression such as `/0+$/` looks for the end again from every character of every run. */
export function trimEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
