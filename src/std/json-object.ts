/** Members of a JSON object that came from outside: own members only, and only of the right type. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A member that is a text. */
export const textOf = (body: JsonObject, name: string): string | undefined => {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" ? value : undefined;
};
