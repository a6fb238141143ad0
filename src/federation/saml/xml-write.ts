/** Texts in attributes and elements of the XML that we write (XML 1.0 §2.4), as the canonical form has them (Canonical XML 1.0 §2.3). */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

const escaped = (text: string, special: RegExp): string =>
  text.replace(special, (character) => ENTITIES[character] ?? character);

export const escapeText = (text: string): string => escaped(text, /[&<>\r]/g);
export const escapeAttribute = (text: string): string => escaped(text, /[&<"\t\n\r]/g);
