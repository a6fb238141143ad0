/** The API description as a client reads it: its operations, and checks of values against its schemas. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

// biome-ignore lint/suspicious/noExplicitAny: the document is read member by member
type Json = any;

export interface Operation {
  /** `GET /auth/v1/users` */
  readonly key: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly described: Json;
}

/** A schema of the document with the value that should fit it. */
export interface Example {
  readonly where: string;
  /** Answers never hold what is write-only, bodies never what is read-only (OpenAPI 3.1 §4.8.24). */
  readonly side: "body" | "answer";
  readonly schema: Json;
  /** undefined is a gap. */
  readonly value: unknown;
}

export const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([name, described]) => {
      const method = name.toUpperCase();
      return { key: `${method} ${path}`, method, path, described };
    }),
  );

/** The schema of an answer that is not a page. */
export const answerSchema = ({ described }: Operation, status: number): Json =>
  described.responses[status]?.content?.["application/json"]?.schema;

/** The one body of an operation: its media type, schema and example. */
export function bodyOf({ described }: Operation) {
  const [entry] = Object.entries<Json>(described.requestBody?.content ?? {});
  return entry && { type: entry[0], ...entry[1] };
}

/** Every body and every success with a content. */
export function examplesOf(operation: Operation): Example[] {
  const { key, described } = operation;
  const body = bodyOf(operation);
  const answers = Object.entries<Json>(described.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, answer]) =>
      Object.values<Json>(answer.content ?? {}).map(
        ({ schema, example }): Example => ({
          where: `${key} ${status}`,
          side: "answer",
          schema,
          value: example,
        }),
      ),
    );
  if (!body) return answers;
  return [
    { where: `${key} body`, side: "body", schema: body.schema, value: body.example },
    ...answers,
  ];
}

/** Says what is wrong with a value: against the schema, and members of the other direction. */
export function checker(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  formats.default(ajv);
  ajv.addSchema({ $id: "https://id.example.com/api", ...document });
  const compiled = new WeakMap<object, ValidateFunction>();

  function validator(schema: Json): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    const absolute = JSON.stringify(schema).replaceAll(
      '"$ref":"#/',
      '"$ref":"https://id.example.com/api#/',
    );
    const made = ajv.compile(JSON.parse(absolute));
    compiled.set(schema, made);
    return made;
  }

  function resolve(schema: Json): Json {
    if (typeof schema?.$ref !== "string") return schema;
    const steps = schema.$ref.split("/").slice(1);
    return resolve(steps.reduce((at: Json, step: string) => at?.[step], document));
  }

  /** Members that the schema marks for the other direction. */
  function misplaced(given: Json, value: Json, mark: "writeOnly" | "readOnly"): string[] {
    const schema = resolve(given);
    if (schema === undefined || value === null || typeof value !== "object") return [];
    const all = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const found = all.flatMap((part: Json) => misplaced(part, value, mark));
    if (Array.isArray(value)) {
      return [...found, ...value.flatMap((item) => misplaced(schema.items, item, mark))];
    }
    for (const [name, member] of Object.entries(value)) {
      const described = schema.properties?.[name] ?? schema.additionalProperties;
      if (resolve(described)?.[mark] === true) found.push(`${name} is ${mark}`);
      found.push(...misplaced(described, member, mark));
    }
    return found;
  }

  return ({ side, schema, value }: Pick<Example, "side" | "schema" | "value">): string[] => {
    const validate = validator(schema);
    const faults = validate(value) ? [] : [ajv.errorsText(validate.errors)];
    return [...faults, ...misplaced(schema, value, side === "answer" ? "writeOnly" : "readOnly")];
  };
}
