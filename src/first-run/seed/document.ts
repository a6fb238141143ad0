/** The text of a seed document: parsed, and where each of its members is written. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { StartError } from "../../errors.ts";
import { yamlFault } from "../../std/yaml-fault.ts";

export interface SeedText {
  readonly given: unknown;
  /** Of the member itself, or of what is nearest to it; undefined for the document as a whole. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

/** YAML 1.2, of which JSON is a part. Throws `StartError` with the place of a syntax error. */
export function parseSeed(text: string, file: string): SeedText {
  const lines = new LineCounter();
  const document = parseDocument(text, { logLevel: "silent", lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new StartError(yamlFault(error, file));
  let given: unknown;
  try {
    given = document.toJS();
  } catch (cause) {
    throw new StartError(`${file}: aliases do not resolve`, { cause });
  }
  const lineOf: SeedText["lineOf"] = (path) => {
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
