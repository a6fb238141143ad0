/**
 * Text without the blanks around it that XML, JSON and HTTP know: space, tab and line ends. `String.trim` also takes
 * no-break spaces and the byte order mark, which are part of a name that was signed.
 */
const isBlank = (letter: string | undefined): boolean =>
  letter === " " || letter === "\t" || letter === "\n" || letter === "\r";

export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}
