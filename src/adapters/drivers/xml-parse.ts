/** Reads XML with the parser that the signatures are verified on (S-1, S-4). */
import { DOMParser } from "@xmldom/xmldom";
import { XmlFault } from "../../errors.ts";
import { message, messageBy } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import { checkXmlText, type XmlLimits } from "../../std/xml-text.ts";

/** As far as this folder looks into the tree of the parser. */
export interface XmlNode {
  readonly nodeType: number;
  readonly namespaceURI: string | null;
  readonly localName: string | null;
  readonly prefix: string | null;
  readonly parentNode: XmlNode | null;
  readonly data?: string;
  readonly childNodes: { readonly length: number; item(index: number): XmlNode | null };
  readonly attributes?: {
    readonly length: number;
    item(index: number):
      | (Pick<XmlNode, "namespaceURI" | "prefix"> & {
          readonly name: string;
          readonly value: string;
        })
      | null;
  };
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  removeAttribute(name: string): void;
}

const ELEMENT = 1;
const TEXT = 3;

type Note = (level: string, message: string) => void;
/** The option has had both names. */
type Parser = new (options: {
  readonly onError: Note;
  readonly errorHandler: Note;
}) => { parseFromString(text: string, type: string): unknown };

export const isElement = (node: XmlNode): boolean => node.nodeType === ELEMENT;

export function childrenOf({ childNodes }: XmlNode): XmlNode[] {
  return Array.from({ length: childNodes.length }, (_, at) => childNodes.item(at)).filter(
    (node) => node !== null,
  );
}

/** The root. Throws an `XmlFault`. */
export function parseTree(document: string, limits: XmlLimits): XmlNode {
  const checked = checkXmlText(document, limits);
  if (checked.fault) {
    const { name, ...limit } = checked.fault;
    throw new XmlFault(messageBy(`xml.${name}`, limit));
  }
  const faults: string[] = [];
  const note: Note = (_level, message) => void faults.push(message);
  const parser = new (DOMParser as unknown as Parser)({ onError: note, errorHandler: note });
  faults.length = 0; // what it says about its options is not about the document
  let roots: XmlNode[] = [];
  try {
    roots = childrenOf(parser.parseFromString(checked.text, "text/xml") as XmlNode);
  } catch (cause) {
    throw new XmlFault(message("xml.malformed"), { cause });
  }
  const [root, ...others] = roots;
  if (faults.length > 0 || !root || !isElement(root) || others.length > 0) {
    throw new XmlFault(message("xml.malformed"), { cause: faults[0] });
  }
  return root;
}

/** Namespaces in XML 1.0 §5: a prefix that is not declared means nothing. */
function requireNamespace({
  prefix,
  namespaceURI,
}: Pick<XmlNode, "namespaceURI" | "prefix">): void {
  if (prefix && !namespaceURI) throw new XmlFault(message("xml.prefix"));
}

function attributesOf(node: XmlNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < (node.attributes?.length ?? 0); index++) {
    const attribute = node.attributes?.item(index);
    if (!attribute || /^xmlns(:|$)/.test(attribute.name)) continue;
    if (!attribute.name.startsWith("xml:")) requireNamespace(attribute);
    found.set(attribute.name, attribute.value);
  }
  return found;
}

/** The depth is bounded before the parser runs. */
export function toElement(node: XmlNode): XmlElement {
  requireNamespace(node);
  const children: XmlElement[] = [];
  let text = "";
  for (const child of childrenOf(node)) {
    if (isElement(child)) children.push(toElement(child));
    else if (child.nodeType === TEXT) text += child.data ?? "";
    else throw new XmlFault(message("xml.nodes"));
  }
  return {
    namespace: node.namespaceURI ?? "",
    name: node.localName ?? "",
    attributes: attributesOf(node),
    children,
    text,
  };
}
