/**
 * The one provider of a metadata document, before a parser sees it (saml-metadata 2.3; S-1, S-9). Documents of
 * federations are far larger than what a parser may hold at once: they are cut to the entity that counts. Comments and
 * processing instructions are left out here; messages never come this way.
 */
import { message } from "../../messages/message.ts";
import { TimeSlices } from "../../std/time-slices.ts";
import { readTag } from "../../std/xml-text.ts";
import { SamlFault } from "./fault.ts";
import { PROTOCOL } from "./names.ts";

/** Bytes of a whole document. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** Of the elements around an entity. */
const MAX_DEPTH = 16;

/** What begins at a `<`. */
interface Token {
  readonly kind: "start" | "empty" | "end" | "left out" | "text";
  /** Without its prefix. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const NAME = /<\/?(?:[^\s:/>]+:)?([^\s:/>]*)/y;

/** The index behind `end`; throws where there is none. */
function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  if (at < 0) throw new SamlFault(message("xml.malformed"));
  return at + end.length;
}

function tokenAt(text: string, from: number): Token {
  const token = (kind: Token["kind"], to: number, name = ""): Token => ({ kind, name, from, to });
  if (text.startsWith("<!--", from)) {
    const to = behind(text, "--", from + 4);
    // XML 1.0 §2.5: two hyphens end a comment or nothing.
    if (text.charAt(to) !== ">") throw new SamlFault(message("xml.malformed"));
    return token("left out", to + 1);
  }
  if (text.startsWith("<![CDATA[", from)) return token("text", behind(text, "]]>", from));
  if (text.startsWith("<?", from)) return token("left out", behind(text, "?>", from));
  if (text.startsWith("<!", from)) throw new SamlFault(message("xml.doctype"));
  const { end } = readTag(text, from);
  if (end < 0) throw new SamlFault(message("xml.malformed"));
  NAME.lastIndex = from;
  const name = NAME.exec(text)?.[1] ?? "";
  if (text.charAt(from + 1) === "/") return token("end", end + 1, name);
  return token(text.charAt(end - 1) === "/" ? "empty" : "start", end + 1, name);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The entity ID in a start tag, as far as it is needed to find one; the parser reads it again. */
function entityIdIn(tag: string): string {
  const [, , value = ""] = /\sentityID\s*=\s*(["'])(.*?)\1/s.exec(tag) ?? [];
  return value.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "").trim();
}

/** An entity that is being read. */
interface Entity {
  readonly id: string;
  readonly parts: string[];
  depth: number;
  isProvider: boolean;
}

/** The document around an entity: the start tags of what encloses it, which have namespaces and times. */
const wrapped = (around: readonly Token[], text: string, inner: string): string =>
  [
    ...around.map(({ from, to }) => text.slice(from, to)),
    inner,
    ...around
      .toReversed()
      .map(({ from, to }) => `</${/^<([^\s/>]+)/.exec(text.slice(from, to))?.[1]}>`),
  ].join("");

/**
 * A document with the one entity that is meant. Throws a `SamlFault`, also for what is no metadata.
 * @param wanted entity ID; empty: the one that is an identity provider for SAML 2.0
 */
export async function cutMetadata(document: string, wanted: string): Promise<string> {
  if (document.length > MAX_DOCUMENT_BYTES) {
    throw new SamlFault(
      message("xml.too_large_metadata", { most: MAX_DOCUMENT_BYTES / 1024 / 1024 }),
    );
  }
  const text = document.replace(/^\ufeff/, "");
  if (!text.trimStart().startsWith("<")) throw new SamlFault(message("xml.none"));
  const slices = new TimeSlices();
  const around: Token[] = [];
  const found: string[] = [];
  let isMetadata = false;
  let entity: Entity | undefined;
  let last = 0;
  let skipped = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", last)) {
    const token = tokenAt(text, at);
    const { kind, name, from, to } = token;
    await slices.yieldTurn();
    if (entity) {
      entity.parts.push(text.slice(last, kind === "left out" ? from : to));
      if (kind === "start") entity.depth += 1;
      if (kind === "end") entity.depth -= 1;
      if (name === "IDPSSODescriptor" && text.slice(from, to).includes(PROTOCOL)) {
        entity.isProvider = true;
      }
      if (entity.depth === 0) {
        const isIt = wanted === "" ? entity.isProvider : entity.id === wanted;
        if (isIt) found.push(wrapped(around, text, entity.parts.join("")));
        entity = undefined;
      }
    } else if (skipped > 0) {
      // Signatures and extensions of the whole document.
      if (kind === "start") skipped += 1;
      if (kind === "end") skipped -= 1;
    } else if (kind === "start" && name === "EntityDescriptor") {
      isMetadata = true;
      const tag = text.slice(from, to);
      entity = { id: entityIdIn(tag), parts: [tag], depth: 1, isProvider: false };
    } else if (kind === "start" && name === "EntitiesDescriptor") {
      isMetadata = true;
      around.push(token);
      if (around.length > MAX_DEPTH) throw new SamlFault(message("xml.too_deep"));
    } else if (kind === "start") {
      skipped = 1;
    } else if (kind === "end") {
      if (!around.pop()) throw new SamlFault(message("xml.malformed"));
    }
    last = to;
  }
  if (entity || around.length > 0 || skipped > 0) {
    throw new SamlFault(message("xml.malformed"));
  }
  if (!isMetadata) throw new SamlFault(message("saml.metadata.none"));
  const [only, ...others] = found;
  if (only === undefined) {
    throw new SamlFault(
      wanted === ""
        ? message("saml.metadata.no_provider")
        : message("saml.metadata.no_entity", { entity: wanted.slice(0, 200) }),
    );
  }
  if (others.length > 0) {
    throw new SamlFault(
      wanted === ""
        ? message("saml.metadata.several_choose")
        : message("saml.metadata.entity_twice"),
    );
  }
  return only;
}
