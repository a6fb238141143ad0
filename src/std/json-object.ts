/** JSON that came from outside: texts that may be none, own members only, and only of the right type. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A member that is a text. */
export const textOf = (body: JsonObject, name: string): string | undefined => {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" ? value : undefined;
};

/** A text that is not empty. */
export const filledText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The value; undefined, which no JSON text stands for, when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
