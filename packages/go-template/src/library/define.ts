/** How a function says what it takes; a call checks that before the function runs. */

import type { Budget } from "../budget.ts";
import { TemplateError } from "../template-error.ts";
import type { Dictionary, Value } from "../value.ts";

/** What the kinds of parameters bring. `any` is taken as it is, and may be nil. */
export type ParameterTypes = {
  any: Value;
  text: string;
  integer: bigint;
  boolean: boolean;
  map: Dictionary;
};

export type Parameter = keyof ParameterTypes;

export type TemplateFunction = {
  parameters: readonly Parameter[];
  /** The kind of any number of further arguments. */
  rest: Parameter | undefined;
  apply: (values: readonly Value[], budget: Budget) => Value;
};

/** Functions by the names that templates call them. */
export type Library = Readonly<Record<string, TemplateFunction>>;

type Arguments<P extends readonly Parameter[]> = {
  readonly [Index in keyof P]: ParameterTypes[P[Index]];
};

/** A function of exactly these arguments. */
export function takes<const P extends readonly Parameter[]>(
  parameters: P,
  apply: (values: Arguments<P>, budget: Budget) => Value,
): TemplateFunction {
  return { parameters, rest: undefined, apply: apply as unknown as TemplateFunction["apply"] };
}

/** A function of these arguments and any number of further ones. */
export function takesMore<const P extends readonly Parameter[], R extends Parameter>(
  parameters: P,
  rest: R,
  apply: (values: readonly [...Arguments<P>, ...ParameterTypes[R][]], budget: Budget) => Value,
): TemplateFunction {
  return { parameters, rest, apply: apply as unknown as TemplateFunction["apply"] };
}

/** The same functions under the name that reports errors: here every function does. */
export const withMust = (names: readonly string[], library: Library): Library => ({
  ...library,
  ...Object.fromEntries(
    names.flatMap((name) => {
      const entry = library[name];
      return entry ? [[mustName(name), entry] as const] : [];
    }),
  ),
});

const mustName = (name: string) => `must${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The failure of a function on what it was given. */
export const failure = (message: string): TemplateError => new TemplateError("execute", message);
