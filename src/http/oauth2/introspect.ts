/** POST {prefix}/oauth2/introspect and /revoke (RFC 7662, RFC 7009; auth-wire 5.7). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import {
  authenticateClient,
  type ClientAuthRequirement,
} from "../../oauth2/clients/authenticate.ts";
import { introspect } from "../../oauth2/introspection.ts";
import { revokeToken } from "../../oauth2/revoke.ts";
import type { Client } from "../../tokens/client.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { clientForm, credentialsOf } from "./client-form.ts";
import { TOKEN_QUERY_EXAMPLE } from "./examples.ts";

const form = z
  .object({
    token: z.string().optional(),
    token_type_hint: z.string().optional(),
    ...clientForm,
  })
  .meta({ id: "TokenQuery" });

type Form = z.output<typeof form>;

const common = {
  method: "post",
  plane: "client",
  family: "oauth",
  tag: "OAuth 2.0",
  cors: true,
  body: { kind: "form", schema: form, message: "invalid form", example: TOKEN_QUERY_EXAMPLE },
} as const;

const failures = {
  400: oauthFailure("The request is not valid"),
  401: oauthFailure("The client did not authenticate"),
  429: oauthFailure("Too many wrong client secrets"),
  503: oauthFailure("Temporarily unavailable"),
};

/** A disabled client authenticates for nothing (K-10). */
async function requester(
  call: Call,
  request: Request,
  body: Form,
  clientAuth: ClientAuthRequirement,
): Promise<Client> {
  const client = await authenticateClient(call, credentialsOf(request, body), clientAuth);
  if (client.disabled) throw new AuthError("invalid_client", "client is disabled");
  return client;
}

const introspectEndpoint = endpoint(
  {
    ...common,
    path: "/oauth2/introspect",
    summary: "What a token says now",
    description:
      "For confidential clients, about tokens that were issued to them or are addressed to one of their `resources`; a client with `introspection: any` may ask about every access token.",
    answers: {
      200: {
        description: 'RFC 7662 §2.2; every other token is exactly `{"active":false}`',
        schema: z
          .object({ active: z.boolean() })
          .catchall(z.unknown())
          .meta({ id: "Introspection" }),
        example: { active: false },
      },
      ...failures,
    },
  },
  async ({ call, request, body }) => {
    const client = await requester(call, request, body, "confidential");
    return json(body.token ? await introspect(call, client, body.token) : { active: false });
  },
);

const revokeEndpoint = endpoint(
  {
    ...common,
    path: "/oauth2/revoke",
    summary: "Give up a token",
    description:
      "An access token ends alone, a refresh token ends its whole family, on all instances. A token that is not known is also answered with 200.",
    answers: {
      200: { description: "The token is no longer accepted" },
      ...failures,
      429: oauthFailure("Too many wrong secrets, or too many tokens revoked within a minute"),
    },
  },
  async ({ call, request, body }) => {
    const client = await requester(call, request, body, "public");
    if (!body.token) throw new AuthError("invalid_request", "token is required");
    await revokeToken(call, client, body.token);
    return new Response(null, { status: 200, headers: { "Cache-Control": "no-store" } });
  },
);

export const tokenQueryEndpoints: readonly Endpoint[] = [introspectEndpoint, revokeEndpoint];
