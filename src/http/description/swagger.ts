/** {prefix}/swagger: the API description and Swagger UI, both served by us (decisions 2). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { isKnown, versionOf } from "../../web/entity-tag.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { readSwaggerFile, type SwaggerFile } from "./swagger-files.ts";

/** Only what Swagger UI needs; its bundle sets inline styles, scripts stay ours. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
} as const;

/** A name with its hash means these bytes for ever; every other one is asked about again. */
const FOREVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

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

function serve(request: Request, { bytes, version, type, hashed }: SwaggerFile): Response {
  const etag = `"${version}"`;
  const headers = {
    ...HEADERS,
    "Content-Type": type,
    "Cache-Control": hashed ? FOREVER : ASK_AGAIN,
    ETag: etag,
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers });
}

const unchanged = { 304: { description: "The version that `If-None-Match` names" } } as const;

const file = endpoint(
  {
    ...common,
    path: "/swagger/:file",
    plane: "public",
    params: z.object({ file: z.string() }),
    summary: "Files of the interactive description",
    description: "The page names its files with their hash; under such a name they never change.",
    answers: {
      200: {
        description: "A static file",
        schema: z.string(),
        contentType: "text/html",
        example: "<!doctype html>…",
      },
      ...unchanged,
      404: { description: "No such file" },
    },
  },
  async ({ call, params, request }) => {
    const swaggerFile = await readSwaggerFile(call.service.runtime.assets, params.file);
    if (!swaggerFile) throw new AuthError("not_found", "file not found");
    return serve(request, swaggerFile);
  },
);

/** The document of these endpoints plus the description's own routes; made on first use. */
export function swaggerEndpoints(described: readonly Endpoint[]): readonly Endpoint[] {
  /** By prefix, as it is sent: it is large, and any client may ask for it. */
  const documents = new Map<string, Uint8Array<ArrayBuffer>>();
  async function documentOf(prefix: string): Promise<Uint8Array<ArrayBuffer>> {
    const cached = documents.get(prefix);
    if (cached) return cached;
    // Only where the description is asked for.
    const { describeApi } = await import("./openapi.ts");
    const text = `${JSON.stringify(describeApi([...described, ...own], prefix))}\n`;
    const bytes = new TextEncoder().encode(text);
    documents.set(prefix, bytes);
    return bytes;
  }
  const description = endpoint(
    {
      ...common,
      path: "/swagger/swagger.json",
      plane: "public",
      summary: "This document",
      description: "The same for every installation; it holds nothing of this one but its prefix.",
      answers: {
        200: {
          description: "OpenAPI 3.1",
          schema: z.record(z.string(), z.unknown()),
          example: { openapi: "3.1.0", info: { title: "Postern", version: "1" }, paths: {} },
        },
        ...unchanged,
      },
    },
    async ({ call, request }) => {
      const bytes = await documentOf(call.service.options.prefix_path);
      const version = versionOf(bytes);
      const type = "application/json; charset=UTF-8";
      return serve(request, { bytes, version, type, hashed: false });
    },
  );
  const own: readonly Endpoint[] = [redirect("/swagger"), redirect("/swagger/"), description, file];
  return own;
}
