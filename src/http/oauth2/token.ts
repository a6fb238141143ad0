/** POST {prefix}/oauth2/token (RFC 6749 §3.2; auth-wire 5.1, 5.5). Forms only (decisions 4a, K-1). */
import { z } from "zod";
import { grantParameters } from "../../oauth2/grants/registry.ts";
import { requestTokens } from "../../oauth2/token.ts";
import { nonceHeader } from "../../web/dpop-challenge.ts";
import { json } from "../../web/reply.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { clientForm } from "./client-form.ts";
import { TOKEN_EXAMPLE } from "./examples.ts";

const field = z.string().optional();
const described: Readonly<Record<string, z.ZodType<string | undefined>>> = {
  grant_type: field.meta({ example: "client_credentials" }),
  scope: field.meta({ example: "openid profile" }),
  totp: field.meta({ example: "123456" }),
};

/** The client's credentials and every parameter that some grant reads; each grant checks its own. */
const form = z
  .object(
    Object.fromEntries(
      [
        ...["grant_type", ...Object.keys(clientForm)].map((name) => [name, "text"] as const),
        ...grantParameters,
      ].map(([name, kind]) => [
        name,
        kind === "list" ? z.array(z.string()).optional() : (described[name] ?? field),
      ]),
    ),
  )
  .meta({ id: "TokenRequest" });

export const tokenResponse = z
  .object({
    token_type: z.enum(["Bearer", "DPoP"]),
    access_token: z.string(),
    expires_in: z.number().int().meta({ description: "seconds" }),
    refresh_token: z.string().optional(),
    refresh_expires_in: z.number().int().optional().meta({ description: "seconds" }),
    scope: z.string().optional(),
    id_token: z.string().optional(),
    recovery_codes_left: z.number().int().optional().meta({
      description: "After a sign-in with a recovery code",
    }),
    issued_token_type: z.string().optional().meta({ description: "token exchange only" }),
  })
  .meta({ id: "TokenResponse" });

export const tokenEndpoint = endpoint(
  {
    method: "post",
    path: "/oauth2/token",
    plane: "client",
    family: "oauth",
    tag: "OAuth 2.0",
    summary: "Issue tokens",
    description:
      "The client authenticates with HTTP Basic, in the body, by a signed assertion, or by its certificate. Grants that are switched off answer `unsupported_grant_type`.",
    cors: true,
    body: {
      kind: "form",
      schema: form,
      message: "invalid form",
      example: { grant_type: "client_credentials", scope: "openid" },
    },
    answers: {
      200: { description: "Tokens (RFC 6749 §5.1)", schema: tokenResponse, example: TOKEN_EXAMPLE },
      400: oauthFailure("The request or the grant is not valid"),
      401: oauthFailure("The client did not authenticate, or a second factor is needed"),
      429: oauthFailure("Too many wrong passwords, client secrets or one-time codes"),
      503: oauthFailure("Temporarily unavailable"),
    },
  },
  async ({ call, request, body }) => {
    const authorization = request.headers.get("authorization") ?? undefined;
    const { answer, nonce } = await requestTokens(call, body, authorization);
    return json(answer, 200, { Pragma: "no-cache", ...(nonce && nonceHeader({ nonce })) });
  },
);
