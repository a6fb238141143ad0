/** The API description, generated from the endpoints; nothing of it is written by hand (O18). */
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import {
  type Answer,
  type Body,
  changesOwn,
  type Endpoint,
  type Plane,
  routePath,
  takesForce,
} from "../endpoint/endpoint.ts";
import { failure } from "../endpoint/failures.ts";
import { registerMetadata } from "./openapi-metadata.ts";
import { withSecretMarks } from "./openapi-secrets.ts";

const INFO = {
  openapi: "3.1.0",
  info: {
    title: "Postern",
    version: "1",
    description: "Identity, access and OAuth 2.0 issuer of one organisation.",
    license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
  },
};

const SECURITY: Readonly<Record<Plane, Record<string, string[]>[]>> = {
  public: [],
  // The second way is in the form, for which OpenAPI has no scheme: `apiKey` knows query, header, cookie.
  client: [{ clientBasic: [] }, { clientCertificate: [] }, {}],
  caller: [{ bearer: [] }, { session: [] }],
  admin: [{ bearer: [] }, { session: [] }],
};

/** In the order in which Swagger UI asks for them: what people have comes first. */
const SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "An access token of this service, read by the session middleware in front.",
  },
  clientCertificate: {
    type: "mutualTLS",
    description:
      "RFC 8705, for clients and service accounts that name a certificate, while mtls is on.",
  },
  clientBasic: {
    type: "http",
    scheme: "basic",
    description:
      "Client id and secret (RFC 6749 §2.3.1). The form may carry them instead, as `client_id` and `client_secret`; the URL never.",
  },
  session: {
    type: "apiKey",
    in: "header",
    name: "X-User",
    description: "Set by the session middleware in front, which clears whatever a client sends.",
  },
} as const;

const content = (type: string, schema: z.ZodType, example?: unknown) => ({
  [type]: { schema, ...(example !== undefined && { example }) },
});

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const MEDIA_TYPES = {
  json: [JSON_TYPE],
  form: [FORM_TYPE],
  "form or json": [FORM_TYPE, JSON_TYPE],
  file: ["application/x-ndjson", "text/csv", JSON_TYPE],
} as const;

const requestBody = ({ kind, optional, described, schema, example }: Body<unknown>) => ({
  required: !optional,
  content: Object.assign(
    {},
    ...MEDIA_TYPES[kind].map((type) => content(type, described ?? schema, example)),
  ),
});

const response = ({ description, schema, contentType, example }: Answer) => ({
  description,
  ...(schema && { content: content(contentType ?? "application/json", schema, example) }),
});

/** Of operations that answer 412 (RFC 9110 §13.1). */
const CONDITION = z.object({
  "If-Match": z
    .string()
    .optional()
    .meta({ description: "`ETag` of the record as it was read; without it the last writer wins" }),
});

/** A PUT may ask that it makes the record, too. */
const PUT_CONDITION = CONDITION.extend({
  "If-None-Match": z
    .literal("*")
    .optional()
    .meta({ description: "Writes only what is not there yet" }),
});

/** Of writes that may be forced to lock administrators out. */
const FORCE = {
  force: z.enum(["true", "false"]).optional().meta({
    description:
      "`true` writes although no administrator could sign in or would be left afterwards; `postern recover` is the way back then",
  }),
};

/** What such a write answers without it. */
const LOCKOUT =
  "No administrator could sign in, or would be left; `error` says why, `force=true` writes all the same";

const TOO_MANY_CHANGES: Readonly<Record<number, Answer>> = {
  429: { description: "Too many changes of the own account; `Retry-After`", schema: failure },
};

function queryOf(endpoint: Endpoint): z.ZodObject | undefined {
  const query = endpoint.query as z.ZodObject | undefined;
  return takesForce(endpoint) ? (query ?? z.object({})).extend(FORCE) : query;
}

function answersOf(endpoint: Endpoint): readonly (readonly [string, Answer])[] {
  const { 409: taken, ...others } = {
    ...(changesOwn(endpoint) && TOO_MANY_CHANGES),
    ...endpoint.answers,
  };
  if (!takesForce(endpoint)) return Object.entries(endpoint.answers);
  const description = taken ? `${taken.description}. Or: ${LOCKOUT}` : LOCKOUT;
  const answer = taken ? { ...taken, description } : { description, schema: failure };
  return Object.entries({ ...others, 409: answer });
}

const schemasOf = ({ params, query, body, answers }: Endpoint): z.ZodType[] =>
  [
    params,
    query,
    body?.described ?? body?.schema,
    ...Object.values(answers).map((a) => a.schema),
  ].filter((schema) => schema !== undefined);

/** `:id{.+}` and `:id` of Hono are `{id}` in the document. */
export const documentPath = (path: string) => path.replace(/:([A-Za-z_]+)(\{[^}]*\})?/g, "{$1}");

/** Unique and stable name of an operation, for generated clients. */
const operationId = ({ method, path }: Endpoint) =>
  `${method}_${(path || "/prefix")
    .replace(/\/$/, "/index")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")}`;

/** An endpoint in the words of `@hono/zod-openapi`. */
function routeOf(endpoint: Endpoint, path: string) {
  const query = queryOf(endpoint);
  return createRoute({
    method: endpoint.method,
    path: documentPath(path),
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    security: SECURITY[endpoint.plane],
    "x-plane": endpoint.plane,
    request: {
      ...(endpoint.params && { params: endpoint.params as z.ZodObject }),
      ...(query && { query }),
      ...(endpoint.answers[412] && {
        headers: endpoint.method === "put" ? PUT_CONDITION : CONDITION,
      }),
      ...(endpoint.body && { body: requestBody(endpoint.body) }),
    },
    responses: Object.fromEntries(
      answersOf(endpoint).map(([status, answer]) => [status, response(answer)]),
    ),
  });
}

/** OpenAPI 3.1 for the given endpoints, with paths as this instance serves them. */
export function describeApi(
  endpoints: readonly Endpoint[],
  prefix: string,
): Readonly<Record<string, unknown>> {
  // It keeps the routes and writes the document; it answers no request (ADR 0002).
  const api = new OpenAPIHono();
  const { openAPIRegistry: registry } = api;
  const seen = new Set<object>();
  for (const [name, scheme] of Object.entries(SCHEMES)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
  for (const endpoint of endpoints) {
    const path = routePath(prefix, endpoint);
    if (path === "") continue;
    for (const schema of schemasOf(endpoint)) registerMetadata(schema, seen);
    registry.registerPath(routeOf(endpoint, path));
  }
  const document = api.getOpenAPI31Document(INFO);
  for (const component of Object.values(document.components?.schemas ?? {})) {
    // The generator describes what has a title alone by that title; for a component it says nothing.
    if ("title" in component && component.description === component.title)
      delete component.description;
  }
  return withSecretMarks(withoutEmptyDefaults(document)) as unknown as Readonly<
    Record<string, unknown>
  >;
}

/** An empty object as default tells nothing, and a generator of Python clients drops what has one. */
function withoutEmptyDefaults<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutEmptyDefaults) as T;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => !(name === "default" && JSON.stringify(member) === "{}"),
  );
  return Object.fromEntries(
    members.map(([name, member]) => [name, withoutEmptyDefaults(member)]),
  ) as T;
}
