/** Names of members in the bodies of the management API: any letter case, one spelling at a time (4d). */
import { AuthError } from "../../errors.ts";
import { message, messageAt } from "../../messages/message.ts";
import { flagOf, isSecret, type Schema, shapeOf } from "./schema-walk.ts";

/** Gives a value back with its members spelled as the schema spells them. */
type Namer = (value: unknown, path: string) => unknown;

/**
 * Reads names of members without regard to case, at every depth that the schema knows. What it does
 * not know, and the free keys of maps, stay as they are. Throws `invalid_request` that names the place
 * when one member is given in two spellings: it would not be known which of them is meant.
 */
export function memberNames(schema: Schema): (document: unknown) => unknown {
  // Most bodies are never sent to an instance: their schemas are read when the first one comes.
  let namer: Namer | undefined | null = null;
  return (document) => {
    if (namer === null) namer = namerOf(schema);
    return namer ? namer(document, "") : document;
  };
}

const asGiven = (name: string) => name;

/** Undefined where there is no name to be read. */
function namerOf(schema: Schema): Namer | undefined {
  const shape = shapeOf(schema);
  if (shape.kind === "list") {
    const item = namerOf(shape.item);
    return (
      item && ((value, path) => (Array.isArray(value) ? renamedList(value, path, item) : value))
    );
  }
  if (shape.kind === "map") {
    const member = namerOf(shape.value);
    return member && ((value, path) => renamed(value, path, asGiven, () => member));
  }
  if (shape.kind !== "object") return undefined;
  const namers = new Map<string, Namer | undefined>();
  for (const [name, member] of shape.members) {
    namers.set(name, namerOf(member));
    // The flag in the place of a secret comes back with a document that was read before.
    if (isSecret(member)) namers.set(flagOf(name), undefined);
  }
  const folded = new Map([...namers.keys()].map((name) => [name.toLowerCase(), name]));
  const spelled = (name: string) =>
    namers.has(name) ? name : (folded.get(name.toLowerCase()) ?? name);
  return (value, path) => renamed(value, path, spelled, (name) => namers.get(name));
}

function renamedList(list: readonly unknown[], path: string, item: Namer): readonly unknown[] {
  return list.map((entry, index) => item(entry, `${path}[${index}]`));
}

function renamed(
  value: unknown,
  path: string,
  spelled: (name: string) => string,
  namerFor: (name: string) => Namer | undefined,
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = new Map<string, unknown>();
  for (const [given, member] of Object.entries(value)) {
    const name = spelled(given);
    const memberPath = path ? `${path}.${name}` : name;
    if (entries.has(name)) {
      const fault = messageAt(memberPath, message("fault.given_twice"));
      throw new AuthError("invalid_request", "", { detail: fault.text, messages: [fault] });
    }
    entries.set(name, namerFor(name)?.(member, memberPath) ?? member);
  }
  // `fromEntries` defines members, so every key stays data, `__proto__` included (N-6).
  return Object.fromEntries(entries);
}
