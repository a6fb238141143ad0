/**
 * Marks of known providers as drawings of 24 by 24 in the colour of the text. Where the rules of a provider allow no drawing of
 * its own mark, it is a plain letter.
 */
const letter = (character: string): string =>
  `<rect x="1.5" y="1.5" width="21" height="21" rx="6" fill="none" stroke="currentColor" stroke-width="2"/><text x="12" y="16.8" text-anchor="middle" font-size="13" font-weight="700" font-family="inherit" fill="currentColor">${character}</text>`;

const MARKS: ReadonlyMap<string, string> = new Map([
  ["google", letter("G")],
  // Microsoft asks for its four squares on buttons that sign in with it.
  [
    "entra",
    '<path fill="#f25022" d="M2 2h9.5v9.5H2z"/><path fill="#7fba00" d="M12.5 2H22v9.5h-9.5z"/><path fill="#00a4ef" d="M2 12.5h9.5V22H2z"/><path fill="#ffb900" d="M12.5 12.5H22V22h-9.5z"/>',
  ],
  ["github", letter("G")],
  ["gitlab", letter("G")],
  ["apple", letter("A")],
  ["keycloak", letter("K")],
]);

/** What is inside of its `svg` element. @param name of the preset; undefined for a provider without a mark */
export const markContent = (name: string): string | undefined => MARKS.get(name);
