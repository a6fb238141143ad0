/** POST, GET {prefix}/oauth2/api-key: what a key is (auth-wire 5.14). The key is never read from a query (T-20). */
import { z } from "zod";
import { acceptApiKey } from "../../credentials/api-key.ts";
import { AuthError } from "../../errors.ts";
import { json } from "../../web/reply.ts";
import { mediaType } from "../../web/request-body.ts";
import { readForm } from "../endpoint/body.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { badRequest, unavailable } from "../endpoint/failures.ts";

const HEADER = "x-api-key";
const FIELD: ReadonlySet<string> = new Set(["api_key"]);

const claims = z
  .object({
    sub: z.string(),
    typ: z.literal("APIKey"),
    principal_type: z.literal("api_key"),
    api_key_id: z.string(),
    preferred_username: z.string(),
    name: z.string(),
    owner_user_id: z.string().optional(),
    email: z.string().optional(),
    roles: z.array(z.string()).optional().meta({ description: "Ids and names" }),
    permissions: z.array(z.string()).optional().meta({ description: "Ids and names" }),
  })
  .meta({ id: "ApiKeyClaims" });

const ID = "01J0A0B0C0D0E0F0G0H0J0K0M4";
const EXAMPLE = {
  sub: `api-key:${ID}`,
  typ: "APIKey",
  principal_type: "api_key",
  api_key_id: ID,
  preferred_username: "deploy",
  name: "deploy",
};

const notValid = (detail: string) =>
  new AuthError("unauthenticated", "api key not valid", { facts: { key_state: detail } });

/** The one key of a request (F-7). */
async function sentKey(request: Request): Promise<string> {
  const header = request.headers.get(HEADER)?.trim() || undefined;
  const isForm = mediaType(request) === "application/x-www-form-urlencoded";
  const form = isForm ? await readForm(request, FIELD, new Set()) : undefined;
  const field = typeof form?.api_key === "string" ? form.api_key.trim() || undefined : undefined;
  if (header !== undefined && field !== undefined && header !== field) {
    throw notValid("two keys in one request");
  }
  const key = header ?? field;
  if (key === undefined) throw new AuthError("invalid_request", "api key is required");
  return key;
}

const common = {
  path: "/oauth2/api-key",
  plane: "client",
  family: "service",
  tag: "API keys",
  readsItself: true,
  answers: {
    200: { description: "Not wrapped, never cached", schema: claims, example: EXAMPLE },
    ...badRequest,
    401: { description: "The key is unknown, disabled or expired, or its owner is" },
    429: { description: "Too many keys that are not valid; `Retry-After`" },
    ...unavailable,
  },
} as const;

export const apiKeyValidationEndpoints = [
  endpoint(
    {
      ...common,
      method: "post",
      summary: "Validate an API key",
      description: "The key is in the header `X-API-Key` or in the form.",
      body: {
        kind: "form",
        optional: true,
        schema: z.object({ api_key: z.string().optional() }).meta({ id: "ApiKeyForm" }),
        message: "invalid form",
        example: { api_key: `tak_${"0".repeat(72)}` },
      },
    },
    async ({ call, request }) => json(await acceptApiKey(call, await sentKey(request))),
  ),
  endpoint(
    {
      ...common,
      method: "get",
      summary: "Validate an API key",
      description: "The key is in the header `X-API-Key`.",
    },
    async ({ call, request }) => json(await acceptApiKey(call, await sentKey(request))),
  ),
];
