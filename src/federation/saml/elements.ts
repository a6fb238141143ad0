/** Reading SAML elements: by namespace and name, once where there may be one, and whole text only (S-5). */
import { message } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import { trimBlanks } from "../../std/trim-blanks.ts";
import type { XmlLimits } from "../../std/xml-text.ts";
import { SamlFault } from "./fault.ts";

/**
 * S-1: of messages, and of what their signatures cover. A thousand groups, each in an attribute of its own with the
 * type of its value, are within them; what a stranger may send beyond that would only cost time.
 */
export const MESSAGE_LIMITS: XmlLimits = {
  bytes: 256 * 1024,
  depth: 32,
  elements: 2_500,
  attributes: 32,
  allAttributes: 8_000,
};

/** Values of attributes, names and addresses; longer ones are no such thing. */
const MAX_TEXT_LENGTH = 4_096;

export const is = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespace === namespace && element.name === name;

export const childrenNamed = (
  parent: XmlElement,
  namespace: string,
  name: string,
): readonly XmlElement[] => parent.children.filter((child) => is(child, namespace, name));

/** Undefined without one; throws when there are several. */
export function optionalChild(
  parent: XmlElement,
  namespace: string,
  name: string,
): XmlElement | undefined {
  const [first, ...others] = childrenNamed(parent, namespace, name);
  if (others.length > 0) throw new SamlFault(message("xml.several", { parent: parent.name, name }));
  return first;
}

export function child(parent: XmlElement, namespace: string, name: string): XmlElement {
  const found = optionalChild(parent, namespace, name);
  if (!found) throw new SamlFault(message("xml.missing", { parent: parent.name, name }));
  return found;
}

export function attribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined || value === "")
    throw new SamlFault(message("xml.missing", { parent: element.name, name }));
  return value;
}

/** The whole text of an element without elements in it. */
export function leafText(element: XmlElement): string {
  if (element.children.length > 0) {
    throw new SamlFault(message("xml.no_text", { name: element.name }));
  }
  const text = trimBlanks(element.text);
  if (text.length > MAX_TEXT_LENGTH)
    throw new SamlFault(message("xml.long_text", { name: element.name, most: MAX_TEXT_LENGTH }));
  return text;
}

/** The element and all below it, in document order. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const inner of element.children) yield* descendants(inner);
}

/** saml-core 1.3.3: a time in UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/** Milliseconds since the epoch; undefined when the element does not have the attribute. */
export function timeOf(element: XmlElement, name: string): number | undefined {
  const text = element.attributes.get(name);
  if (text === undefined) return undefined;
  const time = TIME.test(text) ? Date.parse(text.replace(/(\.\d{3})\d+Z$/, "$1Z")) : Number.NaN;
  if (Number.isNaN(time))
    throw new SamlFault(message("xml.no_utc", { name, parent: element.name }));
  return time;
}

/** XML Schema 1.0 §3.2.7: as metadata is published, with an offset or, as saml-core 1.3.3 has it, without one. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/** The same of metadata, where nothing but the end of a document depends on it. */
export function dateTimeOf(element: XmlElement, name: string): number | undefined {
  const text = element.attributes.get(name)?.trim();
  if (text === undefined) return undefined;
  const [found, zone] = DATE_TIME.exec(text) ?? [];
  const exact = text.replace(/(\.\d{3})\d+/, "$1");
  const time = found ? Date.parse(zone ? exact : `${exact}Z`) : Number.NaN;
  if (Number.isNaN(time))
    throw new SamlFault(message("xml.no_time", { name, parent: element.name }));
  return time;
}
