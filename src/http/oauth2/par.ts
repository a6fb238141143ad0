/** POST {prefix}/oauth2/par: authorization requests that clients push (RFC 9126). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { authenticateClient } from "../../oauth2/clients/authenticate.ts";
import { single } from "../../oauth2/parameters.ts";
import { pushRequest } from "../../oauth2/pushed-requests.ts";
import { proofOfClient } from "../../oauth2/token-proof.ts";
import { nonceHeader } from "../../web/dpop-challenge.ts";
import { json } from "../../web/reply.ts";
import { readFormParameters } from "../endpoint/body.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { authorizationParameters } from "./authorize.ts";
import { clientForm, credentialsOf } from "./client-form.ts";
import { AUTHORIZATION_EXAMPLE } from "./examples.ts";

const pushed = z
  .object({
    request_uri: z.string(),
    expires_in: z.number().int().meta({ description: "seconds" }),
  })
  .meta({ id: "PushedAuthorizationResponse" });

const form = authorizationParameters
  .omit({ request_uri: true })
  .extend({
    ...clientForm,
    request: z.string().optional().meta({
      description: "The whole request as a JWT that the client has signed (RFC 9101)",
    }),
  })
  .meta({ id: "PushedAuthorizationRequest" });

/** What proves the client; each once. */
const credentialFields = (given: URLSearchParams) =>
  Object.fromEntries(Object.keys(clientForm).map((name) => [name, single(given, name)]));

export const parEndpoint: Endpoint = endpoint(
  {
    method: "post",
    path: "/oauth2/par",
    plane: "client",
    family: "oauth",
    tag: "OAuth 2.0",
    summary: "Push an authorization request",
    description:
      "RFC 9126. The parameters of the authorization endpoint, and what proves the client, as at the token endpoint. A DPoP proof (RFC 9449 §10.1) binds the code to its key. The browser then brings `client_id` and `request_uri`; the reference counts until the person has decided.",
    cors: true,
    readsItself: true,
    body: {
      kind: "form",
      schema: form,
      message: "invalid form",
      example: AUTHORIZATION_EXAMPLE,
    },
    answers: {
      201: {
        description: "RFC 9126 §2.2",
        schema: pushed,
        example: {
          request_uri: "urn:ietf:params:oauth:request_uri:5d41402abc4b2a76b9719d911017c592",
          expires_in: 60,
        },
      },
      400: oauthFailure("The request, or the signed request object, is not valid"),
      401: oauthFailure("The client did not authenticate"),
      404: oauthFailure("The authorization endpoint is disabled"),
      413: oauthFailure("The request is too large"),
      415: oauthFailure("The body is no form"),
      429: oauthFailure("Too many requests of this network or client are pending"),
      503: oauthFailure("Temporarily unavailable"),
    },
  },
  async ({ call, request }) => {
    const given = await readFormParameters(request);
    const credentials = credentialsOf(request, credentialFields(given));
    const client = await authenticateClient(call, credentials, "public-or-document");
    if (client.disabled) throw new AuthError("invalid_client", "client is disabled");
    const sent = call.proof();
    const proof = sent && (await proofOfClient(call, sent, client));
    const answer = await pushRequest(call, client, given, proof);
    const nonce = proof?.nonce;
    return json(answer, 201, { Pragma: "no-cache", ...(nonce && nonceHeader({ nonce })) });
  },
);
