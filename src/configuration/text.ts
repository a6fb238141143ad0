/** The text of a document: parsed within bounds, and where each of its members is written. */
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document as YamlDocument,
} from "yaml";
import { type Message, message } from "../messages/message.ts";
import { type Place, TextFault, yamlFault } from "./yaml-fault.ts";

export interface DocumentText {
  readonly given: unknown;
  /** Of the member itself, or of what is nearest to it; undefined for the document as a whole. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

/** More than a person writes; the parser itself would take minutes for some texts of this length. */
const MAX_LENGTH = 1_048_576;
const MAX_DEPTH = 64;
/** What aliases may repeat: each of them stands for all that it names. */
const MAX_NODES = 200_000;

const LONG = message("fault.document.long");
const DEEP = message("fault.document.deep", { most: MAX_DEPTH });
const MANY = message("fault.document.values", { most: MAX_NODES });
const TWICE = message("fault.yaml.twice");

interface Found {
  readonly reason: Message;
  readonly place: Place | undefined;
}

/** The first key that is there twice, and whether it is nested too deep; the parser compares each key with all others. */
function faultOf(document: YamlDocument, lines: LineCounter): Found | undefined {
  const sizes = new Map<unknown, number>();
  let fault: Found | undefined;
  const found = (node: unknown, reason: Message) => {
    const start = isNode(node) ? node.range?.[0] : undefined;
    const at = start === undefined ? undefined : lines.linePos(start);
    fault ??= { reason, place: at && { line: at.line, column: at.col } };
  };
  /** How many values it stands for, with what aliases repeat. */
  const sizeOf = (node: unknown, depth: number): number => {
    if (fault !== undefined) return 0;
    if (depth > MAX_DEPTH) {
      found(node, DEEP);
      return 0;
    }
    if (isAlias(node)) return sizes.get(node.source) ?? 1;
    if (!isCollection(node)) {
      if (isScalar(node) && node.anchor) sizes.set(node.anchor, 1);
      return 1;
    }
    const keys = new Set<unknown>();
    let size = 1;
    for (const item of node.items) {
      const [key, value] = isPair(item) ? [item.key, item.value] : [undefined, item];
      if (isScalar(key)) {
        if (keys.has(String(key.value))) found(key, TWICE);
        keys.add(String(key.value));
      }
      size += sizeOf(value, depth + 1);
      if (size > MAX_NODES) found(node, MANY);
      if (fault !== undefined) return 0;
    }
    if (node.anchor) sizes.set(node.anchor, size);
    return size;
  };
  sizeOf(document.contents, 0);
  return fault;
}

/**
 * YAML 1.2, of which JSON is a part. Throws `TextFault` with the place of what is wrong.
 * @param file what the text is called
 */
export function parseText(text: string, file: string): DocumentText {
  if (text.length > MAX_LENGTH) throw new TextFault(file, LONG);
  const lines = new LineCounter();
  let document: YamlDocument;
  try {
    document = parseDocument(text, { logLevel: "error", lineCounter: lines, uniqueKeys: false });
  } catch (cause) {
    // It recurses: what is nested without end ends its stack.
    throw new TextFault(file, DEEP, undefined, { cause });
  }
  const [error] = document.errors;
  if (error) throw yamlFault(error, file);
  const fault = faultOf(document, lines);
  if (fault) throw new TextFault(file, fault.reason, fault.place);
  let given: unknown;
  try {
    given = document.toJS();
  } catch (cause) {
    throw new TextFault(file, message("fault.yaml.aliases"), undefined, { cause });
  }
  const lineOf: DocumentText["lineOf"] = (path) => {
    let node: unknown = document.contents;
    let start: number | undefined;
    for (const step of path) {
      let written: unknown;
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
        [written, node] = [pair?.key, pair?.value];
      } else if (isSeq(node)) {
        node = node.items[Number(step)];
        written = node;
      }
      if (!isNode(written)) break;
      start = written.range?.[0] ?? start;
    }
    return start === undefined ? undefined : lines.linePos(start).line;
  };
  return { given: given ?? {}, lineOf };
}
