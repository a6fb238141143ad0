/** {prefix}/docs: the documentation of this version, served by us (ADR 0092). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { isKnown, versionOf } from "../../web/entity-tag.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { type DocsFile, readDocsFile } from "./docs-files.ts";

/** The generator colours code by inline styles; the scripts in its markup are named by their digests. */
const policyOf = ({ scripts }: DocsFile): string =>
  `default-src 'none'; script-src ${["'self'", ...scripts].join(" ")}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const common = { method: "get", plane: "public", family: "page", tag: "Documentation" } as const;

const start = endpoint(
  {
    ...common,
    path: "/docs",
    summary: "To the documentation",
    answers: { 307: { description: "To docs/" } },
  },
  ({ call }) =>
    new Response(null, {
      status: 307,
      headers: { Location: `${call.service.options.prefix_path}/docs/` },
    }),
);

/** The first page has an address of its own: no pattern of a path matches nothing. */
function docs(
  path: string,
  summary: string,
  params: z.ZodType<{ readonly path?: string | undefined }> = z.object({}),
): Endpoint {
  return endpoint<{ readonly path?: string | undefined }>(
    {
      ...common,
      path,
      params,
      summary,
      description:
        "Static files that the build made of the documentation; they hold nothing of this installation but its prefix.",
      answers: {
        200: htmlPage("A page, or a file that it loads"),
        304: { description: "The version that `If-None-Match` names" },
        404: htmlPage("There is no such file, or the build has no documentation"),
      },
    },
    async ({ call, params: given, request }) => {
      const { runtime, options } = call.service;
      const file = await readDocsFile(runtime.assets, options.prefix_path, given.path ?? "");
      if (!file) throw new AuthError("not_found", "file not found");
      const etag = `"${versionOf(file.bytes)}"`;
      const headers = {
        "Content-Security-Policy": policyOf(file),
        "Content-Type": file.type,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": file.hashed ? "public, max-age=31536000, immutable" : "no-cache",
        ETag: etag,
      };
      if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
      return new Response(file.bytes, { headers });
    },
  );
}

export const docsEndpoints: readonly Endpoint[] = [
  start,
  docs("/docs/", "The first page of the documentation"),
  docs(
    "/docs/:path{.+}",
    "A page of the documentation, or a file that it loads",
    z.object({ path: z.string().meta({ description: "Below the site, such as `login.html`" }) }),
  ),
];
