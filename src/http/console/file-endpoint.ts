/** {prefix}/ui/assets: scripts and stylesheets of the console. Their names hold their hashes, so browsers keep them. */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { acceptsEncoding } from "../../web/accept.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { readConsoleFile } from "../pages/console-files.ts";

const HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Accept-Encoding",
  "X-Content-Type-Options": "nosniff",
} as const;

export const consoleFile = endpoint(
  {
    plane: "public",
    family: "page",
    tag: "Pages",
    method: "get",
    path: "/ui/assets/:name",
    summary: "One file of the console",
    description: "Compressed with brotli or gzip for browsers that take it.",
    params: z.object({ name: z.string() }),
    answers: {
      200: {
        description: "The file",
        schema: z.string(),
        contentType: "text/javascript; charset=utf-8",
        example: "export {};",
      },
      404: htmlPage("There is no such file in this build"),
    },
  },
  async ({ call, request, params: { name } }) => {
    const { assets } = call.service.runtime;
    const file = await readConsoleFile(assets, name, (encoding) =>
      acceptsEncoding(request, encoding),
    );
    if (!file) throw new AuthError("not_found", "file not found");
    const { bytes, type, encoding } = file;
    const headers = {
      ...HEADERS,
      "Content-Type": type,
      ...(encoding && { "Content-Encoding": encoding }),
    };
    return new Response(bytes, { headers });
  },
);
