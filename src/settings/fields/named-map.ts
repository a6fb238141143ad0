/** Maps whose keys are names chosen by an admin: no inherited members, no prototype writes (N-6). */

import { z } from "zod";
import { type Message, message, type Reason } from "../../messages/message.ts";
import { canonicalPath } from "../../std/request-path.ts";
import { addFault } from "./field.ts";

/**
 * The output is a frozen object without prototype, so that a lookup of `toString` finds nothing and
 * `JSON.stringify` writes it as it stands. The name `__proto__` is refused: even where we treat it as
 * data, the next program that reads our JSON may not. `constructor` and `prototype` are plain data.
 */
export type NamedMap<T> = Readonly<Record<string, T>>;

/** Says what is wrong with a key, undefined when nothing is. */
export type NameRule = (name: string) => Reason | undefined;

/** A map by name; absent and `null` are the empty map. */
export const namedMap = <V extends z.ZodType>(value: V, rule: NameRule = notEmpty) =>
  mapOf(value, rule)
    .nullish()
    .transform((map): NamedMap<z.output<V>> => withoutPrototype(map ?? {}))
    .meta({ default: {} });

/** A map by name that stays absent in the output when the document leaves it out. */
export const optionalNamedMap = <V extends z.ZodType>(value: V, rule: NameRule = notEmpty) =>
  mapOf(value, rule)
    .nullish()
    .transform((map): NamedMap<z.output<V>> | undefined =>
      map ? withoutPrototype(map) : undefined,
    );

/** A copy without prototype. */
function withoutPrototype<T>(map: Readonly<Record<string, T>>): NamedMap<T> {
  const copy: Record<string, T> = Object.create(null);
  for (const [name, value] of Object.entries(map)) copy[name] = value;
  return Object.freeze(copy);
}

/** The rule for names that carry no further meaning. */
function notEmpty(name: string): Message | undefined {
  return name.trim() === "" ? message("fault.name.empty") : undefined;
}

/** The rule for names that become one segment of a URL path (auth-wire 4.4). */
export function pathSegment(name: string): Message | undefined {
  if (name.trim() === "") return message("fault.name.empty");
  if (/[/?#%\s]/.test(name)) return message("fault.name.signs");
  // What requests are refused for: `.` and `..`, a semicolon, a backslash, control characters.
  return canonicalPath(`/${name}`) === `/${name}` ? undefined : message("fault.name.path");
}

/** The names are checked on the raw object: zod's record drops `__proto__` without a word. */
function mapOf<V extends z.ZodType>(value: V, rule: NameRule): z.ZodRecord<z.ZodString, V> {
  const record = z.record(z.string(), value);
  const checked = z.preprocess((raw, context) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
    for (const name of Object.keys(raw)) {
      const reason = name === "__proto__" ? message("fault.name.refused") : rule(name);
      if (reason !== undefined) addFault(context, reason, [name]);
    }
    return raw;
  }, record);
  // A preprocessed schema has the input type unknown; what may be written is still the record.
  return checked as unknown as typeof record;
}
