/** `snakecase`, `kebabcase` and `camelcase`: where words begin in a name, and how they are joined. */

import { changeCase } from "./letter-case.ts";
import { isSpace } from "./space.ts";

type Kind = "number" | "upper" | "letters" | "connector" | "punctuation" | "other";
type Word = { kind: Kind; text: string };

const isUpper = (character: string) => /\p{Lu}/u.test(character);
const isLetter = (character: string) => /[\p{Lu}\p{Ll}\p{Lt}]/u.test(character);
const isNumber = (character: string) => /\p{N}/u.test(character);
const isConnector = (character: string) => /[-_]/.test(character) || isSpace(character);
const isPunctuation = (character: string) => /\p{P}/u.test(character);
const isSmall = (character: string) => isLetter(character) && !isUpper(character);
const isOther = (character: string) =>
  ![isConnector, isLetter, isNumber, isPunctuation].some((is) => is(character));

const RUNS: readonly (readonly [Kind, (character: string) => boolean])[] = [
  ["connector", isConnector],
  ["punctuation", isPunctuation],
  ["letters", isSmall],
  ["number", isNumber],
  ["other", isOther],
];

/** Runs of one kind of character; "HTTPStatus" is "HTTP" and "Status", "Status" is one word. */
function wordsOf(text: string): Word[] {
  const characters = [...text];
  const words: Word[] = [];
  for (let at = 0; at < characters.length; ) {
    const { kind, end } = wordAt(characters, at);
    words.push({ kind, text: characters.slice(at, end).join("") });
    at = end;
  }
  return words;
}

function wordAt(characters: readonly string[], at: number): { kind: Kind; end: number } {
  const runEnd = (from: number, is: (character: string) => boolean) => {
    let end = from;
    while (end < characters.length && is(characters[end] ?? "")) end += 1;
    return end;
  };
  const first = characters[at] ?? "";
  if (!isUpper(first)) {
    const [kind, is] = RUNS.find(([, test]) => test(first)) ?? ["other", isOther];
    return { kind, end: Math.max(at + 1, runEnd(at, is)) };
  }
  const end = runEnd(at, isUpper);
  if (end === at + 1) return { kind: "upper", end: runEnd(end, isSmall) };
  return {
    kind: "upper",
    end: end < characters.length && isSmall(characters[end] ?? "") ? end - 1 : end,
  };
}

/** Words in small letters with `connector` between them; a number belongs to the word before it. */
export function connectedCase(text: string, connector: string): string {
  const words = wordsOf(text);
  let result = "";
  let at = 0;
  const kindAt = (index: number) => words[index]?.kind;
  const separates = (kind: Kind | undefined) =>
    kind !== undefined && kind !== "connector" && kind !== "punctuation";
  const write = (index: number) => {
    const word = words[index];
    if (word?.kind === "connector") result += connector.repeat([...word.text].length);
    else if (word?.kind === "upper") result += changeCase(word.text, "lower");
    else result += word?.text ?? "";
  };
  const writeRun = () => {
    while (kindAt(at) === "letters" || kindAt(at) === "number") write(at++);
  };
  while (at < words.length) {
    const kind = kindAt(at);
    write(at++);
    if (kind === "connector" || kind === "punctuation" || at >= words.length) continue;
    if (kind === "number") {
      writeRun();
      if (separates(kindAt(at))) result += connector;
    } else if (kindAt(at) !== "number") {
      if (separates(kindAt(at))) result += connector;
    } else if (at + 1 < words.length) {
      if (kindAt(at + 1) === "letters") {
        result += connector;
        writeRun();
        if (separates(kindAt(at))) result += connector;
      } else {
        write(at++);
        if (separates(kindAt(at))) result += connector;
      }
    }
  }
  return result;
}

/** Every word with a capital, connectors between words left out. */
export function camelCase(text: string): string {
  const characters = [...text];
  const start = characters.findIndex((character) => !isConnector(character));
  if (start < 0 || characters.length === 0) return text;
  let result = characters.slice(0, start).join("");
  let capital = isUpper(characters[start] ?? "");
  let last = changeCase(characters[start] ?? "", "upper");
  for (const character of characters.slice(start + 1)) {
    let next = character;
    if (isConnector(character) && isConnector(last)) {
      result += last;
      last = next;
      continue;
    }
    if (isConnector(last)) {
      capital = isUpper(character);
      next = changeCase(character, "upper");
    } else {
      if (capital && isUpper(character)) next = changeCase(character, "lower");
      else capital = false;
      result += last;
    }
    last = next;
  }
  return result + last;
}
