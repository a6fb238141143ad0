/** Keys of the configuration as paths: which exist, and how text from outside becomes a value. */
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { nearestName } from "../settings/document/nearest-name.ts";
import { isSecret, type Schema, type Shape, shapeOf } from "../settings/document/schema-walk.ts";
import { configSchema } from "./config-schema.ts";

export type KeyPath = readonly string[];

export type ResolvedKey =
  | {
      readonly ok: true;
      readonly path: KeyPath;
      readonly shape: Shape;
      /** A value that a file of its own may hold: a secret, or an address with a password in it. */
      readonly secret: boolean;
    }
  | { readonly ok: false; readonly nearest: KeyPath | undefined };

/**
 * Finds a key. A path whose first segment is no top-level member but a member of `auth` is read as
 * one below `auth`, so that `database.dsn` means `auth.database.dsn`.
 */
export function resolveKey(path: KeyPath): ResolvedKey {
  const full = isShortForm(path) ? ["auth", ...path] : path;
  let schema: Schema = configSchema;
  for (const [depth, name] of full.entries()) {
    const shape = shapeOf(schema);
    const next = shape.kind === "map" ? shape.value : membersOf(shape).get(name);
    if (name === "" || next === undefined) {
      const known = [...membersOf(shape).keys(), ...(depth === 0 ? authMembers().keys() : [])];
      const nearest = nearestName(name, known);
      if (nearest === undefined) return { ok: false, nearest };
      return { ok: false, nearest: [...full.slice(0, depth), nearest, ...full.slice(depth + 1)] };
    }
    schema = next;
  }
  return { ok: true, path: full, shape: shapeOf(schema), secret: holdsSecret(schema) };
}

/** Marked as a secret, or an address that may have a password in it. */
const holdsSecret = (schema: Schema): boolean =>
  isSecret(schema) || (schema instanceof z.ZodType && schema.meta()?.format === "dsn");

/**
 * Converts the text of a variable or flag to the type that the key has. What does not convert stays
 * text, so that the schema refuses it like any other wrong type.
 */
export function convert(text: string, shape: Shape): unknown {
  switch (shape.kind) {
    case "list":
      return /^\s*\[/.test(text) ? structure(text) : splitList(text);
    case "map":
    case "object":
      return structure(text);
    case "scalar":
      return scalar(text, shape.type);
  }
}

/**
 * The key that a name means in which every level is parted by one underscore, as in other products, or which has only the
 * last level: the outermost key of that name.
 */
export function keySpelled(name: string): KeyPath | undefined {
  const keys = keysBelow(configSchema, []);
  const spelled = keys.find((path) => {
    const short = path[0] === "auth" ? path.slice(1).join("_") : undefined;
    return name === path.join("_") || name === short;
  });
  if (spelled) return spelled;
  return keys.toSorted((a, b) => a.length - b.length).find((path) => path.at(-1) === name);
}

function keysBelow(schema: Schema, path: KeyPath): KeyPath[] {
  const members = [...membersOf(shapeOf(schema))];
  if (members.length === 0) return [path];
  return members.flatMap(([name, member]) => keysBelow(member, [...path, name]));
}

function scalar(text: string, type: string): unknown {
  const word = text.trim();
  if (type === "number") return /^[+-]?\d+(?:\.\d+)?$/.test(word) ? Number(word) : text;
  if (type !== "boolean") return text;
  if (/^(?:true|1|yes|on)$/i.test(word)) return true;
  return /^(?:false|0|no|off)$/i.test(word) ? false : text;
}

function splitList(text: string): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.length === 1 && entries[0] === "" ? [] : entries;
}

/** JSON; YAML reads it, and its errors are not shown since they quote their input. */
function structure(text: string): unknown {
  try {
    return parseYaml(text, { schema: "json", logLevel: "silent" }) as unknown;
  } catch {
    return text;
  }
}

function isShortForm(path: KeyPath): boolean {
  const [first = ""] = path;
  return !membersOf(shapeOf(configSchema)).has(first) && authMembers().has(first);
}

function authMembers(): ReadonlyMap<string, Schema> {
  const auth = membersOf(shapeOf(configSchema)).get("auth");
  return auth ? membersOf(shapeOf(auth)) : new Map();
}

function membersOf(shape: Shape): ReadonlyMap<string, Schema> {
  return shape.kind === "object" ? shape.members : new Map();
}
