/** Walks a schema beside a document: which members it knows, and which are secret (W17). */
import { z } from "zod";

export type Schema = z.core.$ZodType;
type JsonObject = Readonly<Record<string, unknown>>;

/** What a schema takes as input, below defaults, transformations and checks. */
export type Shape =
  | {
      readonly kind: "object";
      readonly members: ReadonlyMap<string, Schema>;
      /** It may have others, which are kept as they are. */
      readonly open: boolean;
    }
  | { readonly kind: "map"; readonly value: Schema }
  | { readonly kind: "list"; readonly item: Schema }
  | { readonly kind: "scalar"; readonly type: "string" | "number" | "boolean" | "other" };

export interface UnknownMember {
  readonly path: readonly string[];
  /** The names that are known in its place. */
  readonly known: readonly string[];
}

/** Members that the schema does not know, where that is an error instead (static configuration). */
export function unknownMembers(
  schema: Schema,
  document: unknown,
  path: readonly string[] = [],
): UnknownMember[] {
  const shape = shapeOf(schema);
  if (shape.kind === "list" && Array.isArray(document)) {
    return document.flatMap((item, i) => unknownMembers(shape.item, item, [...path, String(i)]));
  }
  if (!isJsonObject(document)) return [];
  const known = shape.kind === "object" ? [...shape.members.keys()] : [];
  return Object.entries(document).flatMap(([name, value]) => {
    const member = shape.kind === "map" ? shape.value : memberOf(shape, name);
    if (member) return unknownMembers(member, value, [...path, name]);
    return shape.kind === "object" && !shape.open ? [{ path: [...path, name], known }] : [];
  });
}

/** Where the secrets of a schema are; `*` stands for any name of a map. */
export function secretPathsOf(schema: Schema): (readonly string[])[] {
  const shape = shapeOf(schema);
  if (shape.kind === "map") return secretPathsOf(shape.value).map((path) => ["*", ...path]);
  if (shape.kind === "list" && secretPathsOf(shape.item).length > 0) {
    // Entries of a list have no identity, so an absent secret could not be matched with a stored one.
    throw new TypeError("a list cannot hold secrets");
  }
  if (shape.kind !== "object") return [];
  return [...shape.members].flatMap(([name, member]) =>
    isSecret(member) ? [[name]] : secretPathsOf(member).map((path) => [name, ...path]),
  );
}

/** The document with `<name>_set` in the place of every secret. */
export function maskDocument(schema: Schema, document: unknown): unknown {
  const shape = shapeOf(schema);
  if (!isJsonObject(document)) return document;
  if (shape.kind === "map") {
    return mapEntries(document, (name, value) => [[name, maskDocument(shape.value, value)]]);
  }
  if (shape.kind !== "object") return document;
  const secrets = secretMembers(shape.members);
  const visible = mapEntries(withoutFlags(document, secrets), (name, value) => {
    const member = shape.members.get(name);
    if (secrets.has(name)) return [];
    return [[name, member ? maskDocument(member, value) : value]];
  });
  const flags = [...secrets].map((name) => [flagOf(name), isFilled(document, name)] as const);
  return { ...visible, ...Object.fromEntries(flags) };
}

/**
 * The incoming document with stored secrets where it leaves them out or has `""`; `null` clears one.
 * A secret is kept only where its object is still there: a provider or a relay that was removed takes
 * its credential along.
 */
export function mergeDocument(schema: Schema, stored: unknown, incoming: unknown): unknown {
  const shape = shapeOf(schema);
  if (!isJsonObject(incoming)) return incoming;
  const before = isJsonObject(stored) ? stored : {};
  const own = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined);
  if (shape.kind === "map") {
    return mapEntries(incoming, (name, value) => [
      [name, mergeDocument(shape.value, own(name), value)],
    ]);
  }
  if (shape.kind !== "object") return incoming;
  const secrets = secretMembers(shape.members);
  const merged = mapEntries(withoutFlags(incoming, secrets), (name, value) => {
    const member = shape.members.get(name);
    if (secrets.has(name)) return isAbsent(value) ? [] : [[name, value]];
    return [[name, member ? mergeDocument(member, own(name), value) : value]];
  });
  const kept = [...secrets].flatMap((name) => {
    const given = Object.hasOwn(incoming, name) && incoming[name] !== "";
    return given || !isFilled(before, name) ? [] : [[name, before[name]] as const];
  });
  return { ...merged, ...Object.fromEntries(kept) };
}

/** The shape of a schema's input. */
export function shapeOf(schema: Schema): Shape {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return shapeOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodUnion) {
    const [only, ...others] = schema.def.options.filter((one) => !(one instanceof z.ZodNull));
    return only && others.length === 0 ? shapeOf(only) : { kind: "scalar", type: "other" };
  }
  if (schema instanceof z.ZodPipe) {
    // A pipe into a transformation takes what its input takes; a preprocessed one what its output does.
    const { in: input, out: output } = schema.def;
    return shapeOf(input instanceof z.ZodTransform ? output : input);
  }
  if (schema instanceof z.ZodObject) {
    const members = new Map(Object.entries<Schema>(schema.def.shape));
    return { kind: "object", members, open: schema.def.catchall instanceof z.ZodUnknown };
  }
  if (schema instanceof z.ZodRecord) return { kind: "map", value: schema.def.valueType };
  if (schema instanceof z.ZodArray) return { kind: "list", item: schema.def.element };
  if (schema instanceof z.ZodString) return { kind: "scalar", type: "string" };
  if (schema instanceof z.ZodNumber) return { kind: "scalar", type: "number" };
  if (schema instanceof z.ZodBoolean) return { kind: "scalar", type: "boolean" };
  return { kind: "scalar", type: "other" };
}

function memberOf(shape: Shape, name: string): Schema | undefined {
  return shape.kind === "object" ? shape.members.get(name) : undefined;
}

/** True for a member that `secret()` made. */
export function isSecret(schema: Schema): boolean {
  if (schema instanceof z.ZodType && schema.meta()?.writeOnly === true) return true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return isSecret(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe && isSecret(schema.def.in);
}

/** What stands in the place of a secret when its document is read. */
export const flagOf = (secret: string): string => `${secret}_set`;

function secretMembers(members: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  return new Set([...members].filter(([, member]) => isSecret(member)).map(([name]) => name));
}

/** A document that came from a GET carries our flags; they say nothing. */
function withoutFlags(document: JsonObject, secrets: ReadonlySet<string>): JsonObject {
  const flags = new Set([...secrets].map(flagOf));
  return mapEntries(document, (name, value) => (flags.has(name) ? [] : [[name, value]]));
}

const isAbsent = (value: unknown) => value === null || value === "";

export function isFilled(document: JsonObject, name: string): boolean {
  if (!Object.hasOwn(document, name)) return false;
  return typeof document[name] === "string" && document[name] !== "";
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `Object.fromEntries` defines members, so `__proto__` stays data here (N-6). */
function mapEntries(
  object: JsonObject,
  entry: (name: string, value: unknown) => (readonly [string, unknown])[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).flatMap(([name, value]) => entry(name, value)));
}
