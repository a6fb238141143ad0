/**
 * The part of a stored document that a person writes: what an export has of it, and what an import compares. Without secrets,
 * without members that the service keeps, and without names that no schema knows, which may hold anything (decision 4d).
 */
import { z } from "zod";
import { isSame } from "../../std/same-json.ts";
import { flagOf, isJsonObject, isSecret, type Schema, shapeOf } from "./schema-walk.ts";

type Path = readonly string[];

/** What stands in the place of a secret; undefined leaves it out. */
export type SecretText = (path: Path, secret: string) => unknown;

/** The password in an address, such as `https://name:password@host`. */
const USERINFO = /^([a-z][a-z0-9+.-]{0,31}:\/\/[^/?#@:\s]{0,256}:)[^/?#@\s]+@/i;
const MASK = "****";

/** An address without its password. */
export const withoutPassword = (text: string): string => text.replace(USERINFO, `$1${MASK}@`);

/** Whether a text is an address whose password was taken out. */
export const isMasked = (text: string): boolean => text.includes(`:${MASK}@`);

function isKept(schema: Schema): boolean {
  return schema instanceof z.ZodType && schema.meta()?.readOnly === true;
}

/** Texts in values whose members no schema describes. */
function masked(value: unknown): unknown {
  if (typeof value === "string") return withoutPassword(value);
  if (Array.isArray(value)) return value.map(masked);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one)]));
}

/** @param secret of a place, without it secrets are left out */
export function writtenPart(
  schema: Schema,
  document: unknown,
  secret: SecretText = () => undefined,
  path: Path = [],
): unknown {
  const shape = shapeOf(schema);
  if (shape.kind === "list" && Array.isArray(document)) {
    return document.map((item, at) => writtenPart(shape.item, item, secret, [...path, `${at}`]));
  }
  if (!isJsonObject(document) || shape.kind === "scalar" || shape.kind === "list") {
    return masked(document);
  }
  const entries = Object.entries(document).flatMap(([name, value]): [string, unknown][] => {
    const below = [...path, name];
    if (shape.kind === "map") return [[name, writtenPart(shape.value, value, secret, below)]];
    const member = shape.members.get(name);
    if (!member) return shape.open ? [[name, masked(value)]] : [];
    if (isKept(member)) return [];
    if (!isSecret(member)) return [[name, writtenPart(member, value, secret, below)]];
    const text = typeof value === "string" && value !== "" ? secret(below, value) : undefined;
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}

/**
 * The incoming document with what an export of the stored one leaves out besides secrets: names that no schema knows, and
 * passwords in addresses. Entries of a list have no identity: they keep theirs where they are written as they are stored.
 */
export function withStoredNames(schema: Schema, stored: unknown, incoming: unknown): unknown {
  const shape = shapeOf(schema);
  if (typeof incoming === "string") {
    const is = typeof stored === "string" && withoutPassword(stored) === incoming;
    return is ? stored : incoming;
  }
  if (Array.isArray(incoming)) {
    if (!Array.isArray(stored)) return incoming;
    return incoming.map((item) => {
      const known = stored.find((one) =>
        isSame(shape.kind === "list" ? writtenPart(shape.item, one) : masked(one), item),
      );
      return known ?? item;
    });
  }
  if (!isJsonObject(incoming) || !isJsonObject(stored)) return incoming;
  if (shape.kind === "scalar" || shape.kind === "list") {
    return isSame(masked(stored), incoming) ? stored : incoming;
  }
  const own = (name: string) => (Object.hasOwn(stored, name) ? stored[name] : undefined);
  const members = shape.kind === "object" ? shape.members : undefined;
  const merged = Object.entries(incoming).map(([name, value]) => {
    const member = shape.kind === "map" ? shape.value : members?.get(name);
    return [name, member ? withStoredNames(member, own(name), value) : value] as const;
  });
  if (!members || (shape.kind === "object" && shape.open)) return Object.fromEntries(merged);
  const flags = new Set([...members.keys()].map(flagOf));
  const unknown = Object.entries(stored).filter(
    ([name]) => !members.has(name) && !flags.has(name) && !Object.hasOwn(incoming, name),
  );
  return Object.fromEntries([...unknown, ...merged]);
}
