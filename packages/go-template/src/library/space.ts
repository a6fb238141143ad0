/** White space as Go sees it: JavaScript's own also takes U+FEFF but not U+0085. */

const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export const isSpace = (character: string): boolean => SPACE.test(character);

/** Every character of white space is one UTF-16 unit. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) start += 1;
  while (end > start && isSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
