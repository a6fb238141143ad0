/** POST {prefix}/oauth2/passkey: sign-in with a passkey (auth-wire 5.15), and the related origins of its domain. */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { relatedOrigins } from "../../iam/passkeys/relying-party.ts";
import { signInWithPasskey } from "../../oauth2/passkey.ts";
import { requestOrigin } from "../../web/origin.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { tokenResponse } from "./token.ts";

const member = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)
  .meta({ type: "string" });

const request = z
  .object({
    client_id: member,
    client_secret: member,
    client_assertion: member,
    client_assertion_type: member,
    username: member.meta({
      description: "Absent: the person chooses among the passkeys of the device",
    }),
    scope: member,
    resource: z
      .union([z.string(), z.array(z.string())])
      .nullish()
      .transform((value) => (typeof value === "string" ? [value] : (value ?? [])))
      .meta({
        type: "array",
        items: { type: "string" },
        description: "RFC 8707: lands in `aud` next to the service audience",
      }),
    remember_me: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false)
      .meta({ type: "boolean", description: "Of the finish: asks for a sliding session" }),
    session_id: member.meta({ description: "Of the begin, for the finish" }),
    assertion: z.unknown().optional().meta({
      type: "object",
      description:
        "`id`, `rawId`, `type` and `response` of the browser's credential, in URL-safe base64 without padding",
    }),
  })
  .meta({ id: "PasskeyLogin" });

const begun = z
  .object({
    session_id: z.string(),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: "PublicKeyCredentialRequestOptionsJSON of WebAuthn" }),
  })
  .meta({ id: "PasskeyLoginBegun" });

const CHALLENGE = "MPEZ6S7Sx0Fvh5ZVWbKdQvJ0qwqQ6qdTjY7wXl5jYpM";

const passkeyLoginEndpoint = endpoint(
  {
    method: "post",
    path: "/oauth2/passkey",
    plane: "client",
    family: "oauth",
    tag: "Passkeys",
    summary: "Sign in with a passkey",
    description:
      "Without `assertion` it begins: the answer holds the challenge, good for two minutes and one finish. With `session_id` and `assertion` it finishes and answers like the token endpoint. The relying party follows the origin of the request.",
    body: {
      kind: "json",
      schema: request,
      message: "invalid passkey request",
      example: { client_id: "login", client_secret: "…", username: "ada@example.com" },
    },
    answers: {
      200: {
        description: "Of a begin the options for the browser; of a finish tokens (RFC 6749 §5.1)",
        schema: z.union([begun, tokenResponse]),
        example: {
          session_id: "0".repeat(64),
          options: {
            challenge: CHALLENGE,
            timeout: 60_000,
            rpId: "example.com",
            userVerification: "preferred",
          },
        },
      },
      400: oauthFailure("The request is not valid"),
      401: oauthFailure("The client did not authenticate, or the passkey was refused"),
      429: oauthFailure("Too many begins; `Retry-After`"),
      503: oauthFailure("Passkeys are switched off, or temporarily unavailable"),
    },
  },
  async ({ call, body }) => json(await signInWithPasskey(call, body), 200, { Pragma: "no-cache" }),
);

const relatedOriginsEndpoint = endpoint(
  {
    method: "get",
    path: "/.well-known/webauthn",
    root: true,
    cors: true,
    plane: "public",
    family: "oauth",
    tag: "Passkeys",
    summary: "Origins that may use the passkeys of this domain",
    description:
      "Related origins of WebAuthn: present at the host `passkey.rp_id` while `passkey.origins` names origins outside of it.",
    answers: {
      200: {
        description: "WebAuthn §5.11",
        schema: z.object({ origins: z.array(z.string()) }).meta({ id: "RelatedOrigins" }),
        example: { origins: ["https://example.com", "https://example.org"] },
      },
      404: oauthFailure("There are none at this host"),
      503: oauthFailure("Temporarily unavailable"),
    },
  },
  ({ call, request }) => {
    const { trusted_proxies } = call.service.options;
    const hostname = new URL(requestOrigin(request, call.connection, trusted_proxies)).hostname;
    const origins = relatedOrigins(call.snapshot.settings.passkey, hostname);
    if (!origins) throw new AuthError("not_found", "no related origins");
    return json({ origins });
  },
);

export const passkeyLoginEndpoints: readonly Endpoint[] = [
  passkeyLoginEndpoint,
  relatedOriginsEndpoint,
];
