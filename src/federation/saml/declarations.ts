/** Namespaces that are in force at an element of a text: what is decrypted in its place may rely on them. */
import { readTag } from "../../std/xml-text.ts";

const NAME = /^<(?:[^\s:/>]+:)?([^\s/>]*)/;
/** Every attribute, so that nothing inside of a value is taken for one. */
const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*("[^"<]*"|'[^'<]*')/g;
/** The prefix of the markup that we put around what was decrypted. */
const OURS = "xmlns:opened";

function declarationsOf(tag: string): readonly (readonly [string, string])[] {
  const attributes = [...tag.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]);
  return attributes.flatMap(([name = "", value = ""]) =>
    /^xmlns(:|$)/.test(name) && name !== OURS ? [[name, value] as const] : [],
  );
}

/**
 * For each element of these names, in document order, the declarations as attributes of a tag.
 * @param document well-formed
 * @param names without prefix
 */
export function declarationsAt(document: string, names: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const open: ReturnType<typeof declarationsOf>[] = [];
  for (let at = document.indexOf("<"); at >= 0; at = document.indexOf("<", at + 1)) {
    const { end } = readTag(document, at);
    if (end < 0) break;
    const tag = document.slice(at, end + 1);
    at = end;
    if (tag.startsWith("</")) {
      open.pop();
      continue;
    }
    open.push(declarationsOf(tag));
    if (names.has(NAME.exec(tag)?.[1] ?? "")) {
      const inForce = new Map(open.flat());
      found.push([...inForce].map(([name, value]) => ` ${name}=${value}`).join(""));
    }
    if (tag.endsWith("/>")) open.pop();
  }
  return found;
}
