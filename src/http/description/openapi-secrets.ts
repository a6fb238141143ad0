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

/** A secret that the service makes by itself: OpenAPI has no member that is neither read nor written. */
function oneWay(schema: unknown): unknown {
  if (!isObject(schema) || schema.readOnly !== true) return schema;
  const { writeOnly: _neither, ...rest } = schema;
  return rest;
}

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
    const properties = Object.fromEntries([
      ...Object.entries(visited.properties).map(
        ([name, schema]) => [name, oneWay(schema)] as const,
      ),
      ...marks,
    ]);
    return { ...visited, properties };
  };
  return visit(document) as T;
}
