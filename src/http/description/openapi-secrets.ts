/** What stands in the place of a secret, in the API description (W17, P-7). */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isWriteOnly = (schema: unknown) => isObject(schema) && schema.writeOnly === true;

const MARK = {
  type: "boolean",
  readOnly: true,
  description: "Whether it is stored; the answer has this in its place.",
} as const;

/** The document in which every object with a write-only `<name>` also has `<name>_set`, for answers. */
export function withSecretMarks<T>(document: T): T {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const visited = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, visit(member)]),
    );
    if (!isObject(visited.properties)) return visited;
    const secrets = Object.entries(visited.properties).filter(([, schema]) => isWriteOnly(schema));
    const marks = secrets.map(([name]) => [`${name}_set`, MARK] as const);
    return { ...visited, properties: { ...visited.properties, ...Object.fromEntries(marks) } };
  };
  return visit(document) as T;
}
