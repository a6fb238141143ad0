/** The API description, generated from the endpoints; nothing of it is written by hand (O18). */
import { OpenAPIHono, type z } from "@hono/zod-openapi";
import { type Answer, type Body, type Endpoint, type Plane, routePath } from "./endpoint.ts";
import { withSecretMarks } from "./openapi-secrets.ts";

const VERSION = "1";

const SECURITY: Readonly<Record<Plane, Record<string, string[]>[]>> = {
  public: [],
  // The second way is in the form, for which OpenAPI has no scheme: `apiKey` knows query, header, cookie.
  client: [{ clientBasic: [] }, {}],
  caller: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [] }, { bearer: [] }],
};

const SCHEMES = {
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
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "An access token of this service, read by the session middleware in front.",
  },
} as const;

const content = (type: string, schema: z.ZodType, example?: unknown) => ({
  [type]: { schema, ...(example !== undefined && { example }) },
});

const MEDIA_TYPE = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

const requestBody = (body: Body<unknown>) => ({
  required: !body.optional,
  content: content(MEDIA_TYPE[body.kind], body.described ?? body.schema, body.example),
});

const response = ({ description, schema, contentType, example }: Answer) => ({
  description,
  ...(schema && { content: content(contentType ?? "application/json", schema, example) }),
});

/** `:id{.+}` and `:id` of Hono are `{id}` in the document. */
const documentPath = (path: string) => path.replace(/:([A-Za-z_]+)(\{[^}]*\})?/g, "{$1}");

/** Unique and stable name of an operation, for generated clients. */
const operationId = ({ method, path }: Endpoint) =>
  `${method}_${(path || "/prefix")
    .replace(/\/$/, "/index")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")}`;

/** OpenAPI 3.1 for the given endpoints, with paths as this instance serves them. */
export function describeApi(
  endpoints: readonly Endpoint[],
  prefix: string,
): Readonly<Record<string, unknown>> {
  const { openAPIRegistry: registry, ...app } = describing();
  for (const [name, scheme] of Object.entries(SCHEMES)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
  for (const endpoint of endpoints) {
    const path = routePath(prefix, endpoint);
    if (path === "") continue;
    registry.registerPath({
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
        ...(endpoint.query && { query: endpoint.query as z.ZodObject }),
        ...(endpoint.body && { body: requestBody(endpoint.body) }),
      },
      responses: Object.fromEntries(
        Object.entries(endpoint.answers).map(([status, answer]) => [status, response(answer)]),
      ),
    });
  }
  return withSecretMarks(app.document());
}

function describing() {
  const app = new OpenAPIHono();
  return {
    openAPIRegistry: app.openAPIRegistry,
    document: () =>
      app.getOpenAPI31Document({
        openapi: "3.1.0",
        info: {
          title: "Postern",
          version: VERSION,
          description: "Identity, access and OAuth 2.0 issuer of one organisation.",
          license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
        },
      }) as unknown as Readonly<Record<string, unknown>>,
  };
}
