/** {prefix}/oauth2/register: registration of clients (RFC 7591) and their own management (RFC 7592). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import {
  endRegistration,
  readRegistration,
  replaceRegistration,
} from "../../oauth2/registration/manage.ts";
import { clientMetadata } from "../../oauth2/registration/metadata.ts";
import { register } from "../../oauth2/registration/register.ts";
import { readAuthorization } from "../../web/bearer.ts";
import { json } from "../../web/reply.ts";
import { readJson } from "../endpoint/body.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { bearerFailure, oauthFailure } from "./answers.ts";

const TAG = "Client registration";

const information = z
  .object({
    client_id: z.string(),
    client_secret: z.string().optional(),
    client_id_issued_at: z.number().int().meta({ description: "Seconds since the epoch" }),
    client_secret_expires_at: z
      .number()
      .int()
      .meta({ description: "End of the client, seconds since the epoch; 0: it has none" }),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    application_type: z.string().optional(),
    client_name: z.string().optional(),
    scope: z.string().optional(),
    registration_client_uri: z.string(),
    registration_access_token: z
      .string()
      .optional()
      .meta({ description: "At the registration alone" }),
  })
  .catchall(z.unknown())
  .meta({ id: "ClientInformation" });

const REQUEST = {
  client_name: "Example Notes",
  redirect_uris: ["https://notes.example.com/callback"],
  token_endpoint_auth_method: "none",
};

const INFORMATION = {
  client_id: "dcr-01j0a0b0c0d0e0f0g0h0j0k0m4",
  client_id_issued_at: 1_903_000_000,
  client_secret_expires_at: 0,
  ...REQUEST,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  application_type: "web",
  registration_client_uri:
    "https://id.example.com/auth/oauth2/register/dcr-01j0a0b0c0d0e0f0g0h0j0k0m4",
};

const common = {
  plane: "client",
  family: "oauth",
  tag: TAG,
  cors: true,
  // The body is read after the request was counted, and its faults have codes of their own.
  readsItself: true,
} as const;

const body = (example: object) =>
  ({
    kind: "json",
    schema: clientMetadata,
    message: "invalid client metadata",
    example,
  }) as const;

const failures = {
  400: oauthFailure("`invalid_client_metadata`, `invalid_redirect_uri`: the text names the member"),
  401: bearerFailure("The token is missing or not valid"),
  413: oauthFailure("The body is too large"),
  415: oauthFailure("The body is not JSON"),
  429: oauthFailure("Too many requests, or too many registered clients"),
  503: oauthFailure("Temporarily unavailable"),
};

/** What came as a bearer token; another scheme is none. */
function bearerOf({ headers }: Request): string | undefined {
  const sent = readAuthorization(headers);
  if (sent.kind === "malformed") {
    throw new AuthError("invalid_request", "Authorization header is malformed");
  }
  return sent.kind === "bearer" ? sent.token : undefined;
}

/** RFC 7591 §3.2.2: what is no JSON is no metadata. */
/** Bytes. Strangers send it; a million of them would hold every other request up for a tenth of a second. */
const MAX_METADATA_BYTES = 64 * 1024;

async function readBody(request: Request): Promise<unknown> {
  try {
    return await readJson(request, { limit: MAX_METADATA_BYTES });
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.message !== "") throw cause;
    throw new AuthError("invalid_client_metadata", cause.detail ?? "not valid JSON", { cause });
  }
}

const registerEndpoint = endpoint(
  {
    ...common,
    method: "post",
    path: "/oauth2/register",
    summary: "Register a client",
    description:
      "RFC 7591. Open while `registration.enabled`; with `require_initial_token` a bearer token of an administrator is needed.",
    body: body(REQUEST),
    answers: {
      201: {
        description: "RFC 7591 §3.2.1",
        schema: information,
        example: {
          ...INFORMATION,
          registration_access_token:
            "5d41402abc4b2a76b9719d911017c592ae2c9b1f0d3f2e6a8b7c5d4e3f2a1b0c",
        },
      },
      ...failures,
      404: oauthFailure("Registration is disabled"),
    },
  },
  async ({ call, request }) =>
    json(await register(call, () => readBody(request), bearerOf(request)), 201, {
      Pragma: "no-cache",
    }),
);

const one = {
  ...common,
  path: "/oauth2/register/:client_id",
  params: z.object({ client_id: z.string() }),
} as const;

const found = {
  200: { description: "RFC 7592 §3", schema: information, example: INFORMATION },
  ...failures,
};

const readEndpoint = endpoint(
  {
    ...one,
    method: "get",
    summary: "What a client has registered",
    description: "RFC 7592, with the registration access token as bearer token.",
    answers: found,
  },
  async ({ call, request, params }) =>
    json(await readRegistration(call, params.client_id, bearerOf(request))),
);

const replaceEndpoint = endpoint(
  {
    ...one,
    method: "put",
    summary: "Replace what a client has registered",
    description: "The body repeats `client_id`; what it leaves out has its default afterwards.",
    body: body({ client_id: INFORMATION.client_id, ...REQUEST }),
    answers: found,
  },
  async ({ call, request, params }) => {
    const read = () => readBody(request);
    return json(await replaceRegistration(call, params.client_id, bearerOf(request), read));
  },
);

const endEndpoint = endpoint(
  {
    ...one,
    method: "delete",
    summary: "End a registration",
    description: "The secret, the codes and the tokens of the client end with it.",
    answers: { 204: { description: "It is gone" }, ...failures },
  },
  async ({ call, request, params }) => {
    await endRegistration(call, params.client_id, bearerOf(request));
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  },
);

export const registrationEndpoints: readonly Endpoint[] = [
  registerEndpoint,
  readEndpoint,
  replaceEndpoint,
  endEndpoint,
];
