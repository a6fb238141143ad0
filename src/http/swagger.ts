/** {prefix}/swagger: the API description and Swagger UI, both served by us (decisions 2). */
import { z } from "@hono/zod-openapi";
import { AuthError } from "../errors.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { json } from "./envelope.ts";
import { describeApi } from "./openapi.ts";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
};

/** Only what Swagger UI needs; its bundle sets inline styles, scripts stay ours. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const common = { method: "get", family: "service", tag: "API description" } as const;

function redirect(path: string): Endpoint {
  return endpoint(
    {
      ...common,
      path,
      plane: "public",
      summary: "To the interactive description",
      answers: { 307: { description: "To swagger/index.html" } },
    },
    ({ call }) =>
      new Response(null, {
        status: 307,
        headers: { Location: `${call.service.options.prefix_path}/swagger/index.html` },
      }),
  );
}

const file = endpoint(
  {
    ...common,
    path: "/swagger/:file",
    plane: "public",
    params: z.object({ file: z.string() }),
    summary: "Files of the interactive description",
    answers: {
      200: { description: "A static file", schema: z.string(), contentType: "text/html" },
      404: { description: "No such file" },
    },
  },
  async ({ call, params }) => {
    const extension = /^[a-z-]+\.(html|css|js|png)$/.exec(params.file)?.[1];
    const type = extension && TYPES[extension];
    const bytes = type && (await call.service.runtime.assets.read(`swagger/${params.file}`));
    if (!bytes) throw new AuthError("not_found", "file not found");
    return new Response(bytes, {
      headers: {
        "Content-Type": type,
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
      },
    });
  },
);

/** The document of these endpoints plus the description's own routes; made on first use. */
export function swaggerEndpoints(described: readonly Endpoint[]): readonly Endpoint[] {
  const documents = new Map<string, unknown>();
  const description = endpoint(
    {
      ...common,
      path: "/swagger/swagger.json",
      plane: "public",
      summary: "This document",
      description: "The same for every installation; it holds nothing of this one but its prefix.",
      answers: {
        200: { description: "OpenAPI 3.1", schema: z.record(z.string(), z.unknown()) },
      },
    },
    ({ call }) => {
      const { prefix_path: prefix } = call.service.options;
      const document = documents.get(prefix) ?? describeApi([...described, ...own], prefix);
      documents.set(prefix, document);
      return json(document);
    },
  );
  const own: readonly Endpoint[] = [redirect("/swagger"), redirect("/swagger/"), description, file];
  return own;
}
