/** POST {prefix}/oauth2/device_authorization (RFC 8628 §3.1, §3.2; auth-wire 5.12). */
import { z } from "zod";
import { authenticateClient } from "../../oauth2/clients/authenticate.ts";
import { requireDeviceFlow, startDeviceFlow } from "../../oauth2/device/start.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { clientForm, credentialsOf } from "./client-form.ts";

const form = z
  .object({
    ...clientForm,
    client_id: clientForm.client_id.meta({ example: "television" }),
    scope: z.string().optional().meta({ example: "openid profile" }),
    resource: z.array(z.string()).optional().meta({ description: "RFC 8707, repeatable" }),
  })
  .meta({ id: "DeviceAuthorizationRequest" });

const codes = z
  .object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.number().int().meta({ description: "seconds" }),
    interval: z.number().int().meta({ description: "seconds between polls" }),
  })
  .meta({ id: "DeviceCodes" });

export const deviceAuthorizationEndpoint: Endpoint = endpoint(
  {
    method: "post",
    path: "/oauth2/device_authorization",
    plane: "client",
    family: "oauth",
    tag: "OAuth 2.0",
    summary: "Codes for a device without a browser",
    description:
      "A person enters `user_code` at `verification_uri`; the device polls the token endpoint with `device_code` until they have decided.",
    cors: true,
    body: {
      kind: "form",
      schema: form,
      message: "invalid form",
      example: { client_id: "television", scope: "openid" },
    },
    answers: {
      200: {
        description: "Codes (RFC 8628 §3.2)",
        schema: codes,
        example: {
          device_code: "5d41402abc4b2a76b9719d911017c592ae2c9b1f0d3f2e6a8b7c5d4e3f2a1b0c",
          user_code: "BCDF-GHJK",
          verification_uri: "https://id.example.com/auth/ui/device",
          verification_uri_complete: "https://id.example.com/auth/ui/device?user_code=BCDF-GHJK",
          expires_in: 600,
          interval: 5,
        },
      },
      400: oauthFailure("The request is not valid, or the device flow is disabled"),
      401: oauthFailure("The client did not authenticate"),
      429: oauthFailure("Too many requests of this network, or wrong client secrets"),
      503: oauthFailure("Temporarily unavailable"),
    },
  },
  async ({ call, request, body }) => {
    requireDeviceFlow(call);
    const { scope, resource = [] } = body;
    const credentials = credentialsOf(request, body);
    const client = await authenticateClient(call, credentials, "public-or-document");
    const agent = request.headers.get("user-agent") ?? undefined;
    return json(await startDeviceFlow(call, client, { scope, resources: resource, agent }), 200, {
      Pragma: "no-cache",
    });
  },
);
