/** Browsers of SPA and MCP clients may call the machine endpoints, without credentials (N-9, O16). */
import type { Method } from "./endpoint.ts";

export function allowAnyOrigin(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
  return response;
}

/** Answer to a preflight of an open endpoint. */
export const preflight = (methods: readonly Method[]): Response =>
  allowAnyOrigin(
    new Response(null, {
      status: 204,
      headers: {
        "Access-Control-Allow-Methods": methods.map((method) => method.toUpperCase()).join(", "),
        "Access-Control-Allow-Headers": "Authorization, Content-Type",
        "Access-Control-Max-Age": "86400",
        Vary: "Origin",
      },
    }),
  );
