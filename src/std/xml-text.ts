/** What an XML 1.0 text may hold before it is given to a parser: elements, attributes and text, within limits. */

export interface XmlLimits {
  /** Of the text as UTF-8. */
  readonly bytes: number;
  /** Elements around an element, itself included. */
  readonly depth: number;
  readonly elements: number;
  /** Of one element, namespace declarations included. */
  readonly attributes: number;
  /** Of all elements together. */
  readonly allAttributes: number;
}

/** XML 1.0 §2.8; not a processing instruction. Another version or encoding is not read. */
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"utf-8"|'utf-8'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/i;

/** XML 1.0 §2.2: everything that is no character of XML; lone surrogates are none, either. */
const NO_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
const REFERENCE = /&#(?:x([0-9a-f]{1,8})|([0-9]{1,10}));/gi;

/** XML 1.0 §4.1, §4.6: with no DOCTYPE there are these entities, and no others. */
const NO_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,10}|#x[0-9a-fA-F]{1,8});)/;

const encoder = new TextEncoder();

/** A reference to a character that could not stand there itself. */
function refersToNoCharacter(text: string): boolean {
  for (const [, hex, decimal] of text.matchAll(REFERENCE)) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff || NO_CHARACTER.test(String.fromCodePoint(code))) return true;
  }
  return false;
}

/** Index of the `>` that ends the tag at `start`, and how many attributes it has; -1 without an end. */
export function readTag(text: string, start: number): { end: number; attributes: number } {
  let attributes = 0;
  let quote = "";
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "=") attributes += 1;
    else if (character === ">") return { end: at, attributes };
    else if (character === "<") break;
  }
  return { end: -1, attributes };
}

/** What a text is refused for, by name. */
export interface XmlTextFault {
  readonly name:
    | ("malformed" | "none" | "too_large" | "deeper" | "elements" | "attributes")
    | ("attributes_of_one" | "line_ends" | "characters" | "doctype" | "comment" | "cdata")
    | ("instruction" | "entity");
  /** The limit that it is over: KiB, or a number. */
  readonly most?: number;
}

/** What is wrong with the tags; undefined when they are within the limits. */
function faultOfTags(text: string, limits: XmlLimits): XmlTextFault | undefined {
  let depth = 0;
  let elements = 0;
  let allAttributes = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const { end, attributes } = readTag(text, at);
    if (end < 0) return { name: "malformed" };
    if (text.charAt(at + 1) === "/") {
      depth -= 1;
    } else {
      elements += 1;
      if (elements > limits.elements) return { name: "elements", most: limits.elements };
      if (attributes > limits.attributes) {
        return { name: "attributes_of_one", most: limits.attributes };
      }
      allAttributes += attributes;
      if (allAttributes > limits.allAttributes) {
        return { name: "attributes", most: limits.allAttributes };
      }
      if (depth + 1 > limits.depth) return { name: "deeper", most: limits.depth };
      if (text.charAt(end - 1) !== "/") depth += 1;
    }
    at = end;
  }
  return undefined;
}

/** A text that may be parsed, without its declaration; or what is wrong with it. */
export type CheckedXml =
  | { readonly text: string; readonly fault?: never }
  | { readonly fault: XmlTextFault };

/**
 * Refuses before any parser sees it: a text over the limits, DOCTYPE with its entities, comments, CDATA
 * sections, processing instructions, and characters that XML does not have. Whether the rest is
 * well-formed is for the parser to say.
 */
export function checkXmlText(document: string, limits: XmlLimits): CheckedXml {
  if (document.length > limits.bytes || encoder.encode(document).length > limits.bytes) {
    return { fault: { name: "too_large", most: limits.bytes / 1024 } };
  }
  const text = document
    .replace(/^\ufeff/, "")
    .replace(DECLARATION, "")
    .trim();
  // XML 1.0 takes them for letters, parsers of XML 1.1 for line ends: a name would be read in two ways (P-1, S-5).
  if (/[\u0085\u2028]/.test(text)) return { fault: { name: "line_ends" } };
  if (NO_CHARACTER.test(text) || refersToNoCharacter(text)) {
    return { fault: { name: "characters" } };
  }
  if (/<!doctype/i.test(text)) return { fault: { name: "doctype" } };
  if (text.includes("<!--")) return { fault: { name: "comment" } };
  if (text.includes("<![CDATA[")) return { fault: { name: "cdata" } };
  if (text.includes("<!")) return { fault: { name: "malformed" } };
  if (text.includes("<?")) return { fault: { name: "instruction" } };
  if (NO_REFERENCE.test(text)) return { fault: { name: "entity" } };
  if (!text.startsWith("<")) return { fault: { name: "none" } };
  const fault = faultOfTags(text, limits);
  return fault === undefined ? { text } : { fault };
}
