/** Browsers of SPA and MCP clients may call the machine endpoints, without credentials (N-9, O16). */

export const ANY_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "WWW-Authenticate, Retry-After, DPoP-Nonce",
} as const;

/** Answer to a preflight of an open endpoint. */
export const preflight = (methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...ANY_ORIGIN,
      "Access-Control-Allow-Methods": methods.join(", "),
      // Tracers and SDKs send headers of their own. The wildcard does not cover Authorization (Fetch standard).
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Max-Age": "86400",
      Vary: "Origin",
    },
  });
