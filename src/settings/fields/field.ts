/** The kinds of members that settings and config records are made of (architecture, section 9). */

import { z } from "zod";
import { type Message, message, messageOf, type Reason } from "../../messages/message.ts";

/*
 * Every kind is optional in the document and complete in the output. `null` is a wrong type for
 * scalars, except where auth-wire 4.2 says "or null"; for lists, maps and sections it is absence
 * (auth-wire 1.1, rule 6), and for secrets it is the wish to clear them (W17).
 */

/** A fault of the value or of a member below it; the reason reads after the member's name. */
export function addFault(
  context: z.RefinementCtx,
  reason: Reason,
  path: readonly PropertyKey[] = [],
  rule?: string,
): void {
  const said = messageOf(reason);
  const params = { said, ...(rule && { rule }) };
  context.addIssue({ code: "custom", message: said.text, path: [...path], params });
}

/** For `refine`: the sentence, by id for readers of other languages. */
export const saying = (said: Message) => ({ error: said.text, params: { said } });

/** A semantic refusal of one member. */
export function refuse(context: z.RefinementCtx, reason: Reason, rule?: string): never {
  addFault(context, reason, [], rule);
  return z.NEVER;
}

/*
 * What many kinds begin with is made once: a service has some hundred members, and every schema of its own
 * stays in memory.
 */
/** A text that may be absent. */
export const optionalString = z.string().optional();
const optionalBoolean = z.boolean().optional();
const optionalInteger = z.int().optional();
const optionalStrings = z.array(z.string()).nullish();
const stringsOf = (words: readonly string[]) =>
  z.array(z.string().meta({ enum: [...words] })).nullish();

/** Free text; absent and empty are the fallback. */
export const text = (fallback = "") =>
  optionalString.transform((value) => value || fallback).meta({ default: fallback });

/** Text that stays absent in the output when the document leaves it out. */
export const optionalText = () => optionalString;

/** Text that is empty or satisfies the test. */
export const checkedText = (valid: (value: string) => boolean, reason: Reason, fallback = "") =>
  optionalString
    .transform((value, context) => {
      const trimmed = value?.trim() || fallback;
      return trimmed === "" || valid(trimmed) ? trimmed : refuse(context, reason);
    })
    .meta({ default: fallback });

/** A switch. */
export const flag = (fallback = false) =>
  optionalBoolean.transform((value) => value ?? fallback).meta({ default: fallback });

/** A switch that stays absent in the output when the document leaves it out. */
export const optionalFlag = () => optionalBoolean.meta({ default: false });

/** A switch for which auth-wire 4.2 allows `null` as absent. */
export const nullableFlag = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback });

export interface IntegerRule {
  readonly fallback: number;
  /** Smaller numbers are refused. Without it, see `defaultBelow`. */
  readonly least?: number;
  /** Numbers below this one mean the fallback, as stored documents of older consoles use them. */
  readonly defaultBelow?: number;
  readonly most: number;
}

/** A whole number within bounds (P-8); fractions are a wrong type. */
export const integer = (rule: IntegerRule) =>
  optionalInteger
    .transform((value, context) => bounded(value, rule, context))
    .meta({ default: rule.fallback, maximum: rule.most });

/** A whole number for which auth-wire 4.2 allows `null` as absent. */
export const nullableInteger = (rule: IntegerRule) =>
  z
    .int()
    .nullish()
    .transform((value, context) => bounded(value ?? undefined, rule, context))
    .meta({ default: rule.fallback, maximum: rule.most });

function bounded(value: number | undefined, rule: IntegerRule, context: z.RefinementCtx): number {
  if (value === undefined || value < (rule.defaultBelow ?? -Infinity)) return rule.fallback;
  const { least = -Infinity, most } = rule;
  if (value >= least && value <= most) return value;
  return refuse(
    context,
    least === -Infinity ? message("fault.most", { most }) : message("fault.range", { least, most }),
  );
}

/** A list of texts; entries are trimmed and none is empty. */
export const list = (fallback: readonly string[] = []) =>
  optionalStrings
    .transform((values, context): readonly string[] => {
      const entries = (values ?? []).map((value) => value.trim());
      if (entries.includes("")) return refuse(context, message("fault.empty_entry"));
      return entries.length > 0 ? entries : fallback;
    })
    .meta({ default: [...fallback] });

/** A list whose entries are checked one by one; the refusal counts them from zero. */
export const checkedList = <T>(
  read: (entry: string) => T | undefined,
  reason: Reason,
  fallback: readonly T[] = [],
  strings = optionalStrings,
) =>
  strings.transform((values, context): readonly T[] => {
    const entries: T[] = [];
    for (const [index, value] of (values ?? []).entries()) {
      const entry = read(value.trim());
      if (entry !== undefined) entries.push(entry);
      else addFault(context, reason, [index]);
    }
    return entries.length > 0 ? entries : fallback;
  });

/** An optional value that the compiler lets callers write as `W` alone; at run time the schema decides. */
export const writtenAs = <W, T>(schema: z.ZodType<T>) =>
  schema.optional() as unknown as z.ZodOptional<z.ZodType<T, W>>;

/** What is said of a word that is none of these. */
export const oneOf = (words: readonly string[]): Message =>
  message("fault.one_of", { names: words.filter(Boolean).join(", ") });

/** One of a few words, in any case and with surrounding spaces; absent and empty are the fallback. */
export const choice = <const W extends string>(words: readonly W[], fallback: W) =>
  writtenAs<W, string>(z.string())
    .transform((value, context): W => {
      const word = value?.trim().toLowerCase() || fallback;
      const exact = words.find((candidate) => candidate === word);
      return exact ?? refuse(context, oneOf(words));
    })
    .meta({ default: fallback, enum: [...words] });

/** Some of a few words; absent and empty are the fallback. */
export const choices = <const W extends string>(words: readonly W[], fallback: readonly W[]) =>
  checkedList(
    (entry) => words.find((word) => word === entry),
    oneOf(words),
    fallback,
    stringsOf(words),
  ).meta({ default: [...fallback] });

/** A nested object; absent and `null` are an object in which everything has its default. */
export const section = <S extends z.ZodRawShape>(shape: S) => {
  const object = z.object(shape);
  return object.nullish().transform((value): z.output<typeof object> => value ?? object.parse({}));
};

/** A nested object that stays absent in the output when the document leaves it out. */
export const optionalSection = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape)
    .nullish()
    .transform((value) => value ?? undefined);

/** Members whose addresses a secret is sent to, by the schema of the secret. */
const destinations = new WeakMap<z.core.$ZodType, readonly string[]>();

/**
 * A value that the API takes and never gives back (W17, P-7). The mark `writeOnly` is what masking,
 * merging and the password input of the form follow; `schema-walk.ts` finds it.
 * @param sentTo members of the same object, or of one around it, whose hosts get the secret: a
 * stored one is not kept when they name another host
 */
export const secret = (
  form: { readonly title: string; readonly description?: string },
  sentTo: readonly string[] = [],
) => {
  const schema = z
    .string()
    .nullish()
    .transform((value) => value ?? "")
    .meta({ ...form, writeOnly: true, format: "password" });
  if (sentTo.length > 0) destinations.set(schema, sentTo);
  return schema;
};

/** The members whose hosts get this secret; undefined for everything else. */
export const secretDestinations = (schema: z.core.$ZodType): readonly string[] | undefined =>
  destinations.get(schema);
