/** Functions on texts. The text comes last, so that it can come through a pipe. */

import { type Budget, Output } from "../budget.ts";
import { quote } from "../quote.ts";
import { utf8Bytes, utf8Length, utf8Text } from "../utf8.ts";
import { List, OwnDictionary, type Value } from "../value.ts";
import { failure, type Library, takes, takesMore } from "./define.ts";
import { itemTexts, shownText } from "./shown-text.ts";
import { isSpace, trimSpace } from "./space.ts";

/** An empty separator splits between characters. */
function parts(separator: string, text: string, budget: Budget): string[] {
  const found = separator === "" ? [...text] : text.split(separator);
  budget.spendOn(found.length * 4);
  return found;
}

/** At most `most` parts, the last one with what is left. */
function someParts(separator: string, most: bigint, text: string, budget: Budget): string[] {
  const all = parts(separator, text, budget);
  if (most < 0n || BigInt(all.length) <= most) return all;
  if (most === 0n) return [];
  const kept = all.slice(0, Number(most) - 1);
  return [...kept, all.slice(Number(most) - 1).join(separator)];
}

/** `_0`, `_1`, and so on. */
function numbered(texts: readonly string[], budget: Budget): OwnDictionary {
  budget.spend(texts.length);
  return new OwnDictionary(texts.map((text, index) => [`_${index}`, text]));
}

/** An empty `old` is found around every character. */
function replace(old: string, by: string, text: string, budget: Budget): string {
  const around = parts(old, text, budget);
  return joined(by, old === "" ? ["", ...around, ""] : around, budget);
}

function joined(separator: string, texts: readonly string[], budget: Budget): string {
  const output = new Output(budget);
  let length = Math.max(0, texts.length - 1) * separator.length;
  for (const text of texts) length += text.length;
  budget.checkLength(length);
  output.write(texts.join(separator));
  return output.text;
}

function repeat(count: bigint, text: string, budget: Budget): string {
  if (count < 0n) throw failure("strings: negative Repeat count");
  const times = Number(count);
  budget.checkLength(text.length * times);
  return text === "" ? "" : text.repeat(times);
}

function indent(spaces: bigint, text: string, budget: Budget): string {
  const pad = repeat(spaces, " ", budget);
  return pad + replace("\n", `\n${pad}`, text, budget);
}

/** Without the characters of `set` at both ends. */
function trimAll(set: string, text: string): string {
  const characters = [...text];
  const wanted = new Set(set);
  let start = 0;
  let end = characters.length;
  while (start < end && wanted.has(characters[start] ?? "")) start += 1;
  while (end > start && wanted.has(characters[end - 1] ?? "")) end -= 1;
  return characters.slice(start, end).join("");
}

/** The first bytes, or with a negative count the last ones. */
function truncate(count: bigint, text: string): string {
  const bytes = utf8Bytes(text);
  const size = Number(count);
  if (size >= 0) return bytes.length > size ? utf8Text(bytes.subarray(0, size)) : text;
  return bytes.length + size > 0 ? utf8Text(bytes.subarray(size)) : text;
}

function substring(from: bigint, to: bigint, text: string): string {
  const bytes = utf8Bytes(text);
  const start = Math.max(0, Number(from));
  const end = from >= 0n && (to < 0n || to > BigInt(bytes.length)) ? bytes.length : Number(to);
  if (end < start || end > bytes.length || start > bytes.length) {
    throw failure("slice bounds out of range");
  }
  return utf8Text(bytes.subarray(start, end));
}

/** Bytes from `offset`, at most `width` of them with `...` for what is left out. */
function abbreviated(text: string, offset: number, width: number): string {
  const length = utf8Length(text);
  if (length <= width) return text;
  const bytes = utf8Bytes(text);
  const cut = (from: number, to: number) => utf8Text(bytes.subarray(from, to));
  const start = Math.min(offset, length, length - offset < width - 3 ? length - width + 3 : length);
  if (start <= 4) return `${cut(0, width - 3)}...`;
  if (start + width - 3 >= length) return `...${cut(length - width + 3, length)}`;
  return `...${abbreviated(cut(start, length), 0, width - 3)}`;
}

function abbreviateBoth(left: bigint, right: bigint, text: string): string {
  if (right < 4n || (left > 0n && right < 7n)) return text;
  return abbreviated(text, Math.max(0, Number(left)), Number(right));
}

const quoted = (values: readonly Value[], quoteOne: (value: Value) => string, budget: Budget) => {
  const present = values.filter((value) => value != null);
  return joined(" ", present.map(quoteOne), budget);
};

function withoutSpace(text: string): string {
  let kept = "";
  for (const character of text) if (!isSpace(character)) kept += character;
  return kept;
}

const trimmed = takes(["text", "text"], ([set, text]) => trimAll(set, text));

export const texts: Library = {
  trim: takes(["text"], ([text]) => trimSpace(text)),
  trimAll: trimmed,
  trimall: trimmed,
  trimPrefix: takes(["text", "text"], ([start, text]) => {
    return text.startsWith(start) ? text.slice(start.length) : text;
  }),
  trimSuffix: takes(["text", "text"], ([end, text]) => {
    return text.endsWith(end) ? text.slice(0, text.length - end.length) : text;
  }),
  nospace: takes(["text"], ([text]) => withoutSpace(text)),
  contains: takes(["text", "text"], ([part, text]) => text.includes(part)),
  hasPrefix: takes(["text", "text"], ([start, text]) => text.startsWith(start)),
  hasSuffix: takes(["text", "text"], ([end, text]) => text.endsWith(end)),
  replace: takes(["text", "text", "text"], ([old, by, text], budget) => {
    return replace(old, by, text, budget);
  }),
  repeat: takes(["integer", "text"], ([count, text], budget) => repeat(count, text, budget)),
  substr: takes(["integer", "integer", "text"], ([from, to, text]) => substring(from, to, text)),
  trunc: takes(["integer", "text"], ([count, text]) => truncate(count, text)),
  abbrev: takes(["integer", "text"], ([width, text]) => abbreviateBoth(0n, width, text)),
  abbrevboth: takes(["integer", "integer", "text"], ([left, right, text]) => {
    return abbreviateBoth(left, right, text);
  }),
  indent: takes(["integer", "text"], ([spaces, text], budget) => indent(spaces, text, budget)),
  nindent: takes(["integer", "text"], ([spaces, text], budget) => {
    return `\n${indent(spaces, text, budget)}`;
  }),
  quote: takesMore([], "any", (values, budget) => {
    return quoted(values, (value) => quote(shownText(value, budget)), budget);
  }),
  squote: takesMore([], "any", (values, budget) => {
    return quoted(values, (value) => `'${shownText(value, budget)}'`, budget);
  }),
  cat: takesMore([], "any", (values, budget) => {
    return quoted(values, (value) => shownText(value, budget), budget);
  }),
  plural: takes(["text", "text", "integer"], ([one, many, count]) => (count === 1n ? one : many)),
  split: takes(["text", "text"], ([separator, text], budget) => {
    return numbered(parts(separator, text, budget), budget);
  }),
  splitn: takes(["text", "integer", "text"], ([separator, most, text], budget) => {
    return numbered(someParts(separator, most, text, budget), budget);
  }),
  splitList: takes(["text", "text"], ([separator, text], budget) => {
    return new List(parts(separator, text, budget));
  }),
  join: takes(["text", "any"], ([separator, list], budget) => {
    return joined(separator, itemTexts(list, budget), budget);
  }),
  toString: takes(["any"], ([value], budget) => shownText(value, budget)),
  toStrings: takes(["any"], ([list], budget) => new List(itemTexts(list, budget))),
};
