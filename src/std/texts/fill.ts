/** Texts with their `{name}` filled in. */

type Values = Readonly<Record<string, string | number>>;

/** A place without a value is filled with nothing. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (_place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : "",
  );
