/** GET {prefix}/oauth2/certs: the public signing keys (RFC 7517 §5; C-4: public members only). */
import { z } from "@hono/zod-openapi";
import type { SigningKey } from "../../crypto/rsa.ts";
import { signingKey } from "../../tokens/sign.ts";
import { endpoint } from "../endpoint.ts";
import { jsonText } from "../envelope.ts";
import { oauthFailure } from "./answers.ts";
import { KEY_SET_EXAMPLE } from "./examples.ts";

const keySet = z
  .object({
    keys: z.array(
      z.object({
        kid: z.string(),
        kty: z.literal("RSA"),
        alg: z.literal("RS256"),
        use: z.literal("sig"),
        n: z.string(),
        e: z.string(),
      }),
    ),
  })
  .openapi("JsonWebKeySet");

const texts = new WeakMap<SigningKey, string>();

/** Serialised once per key. */
function keySetText(key: SigningKey): string {
  const text = texts.get(key) ?? JSON.stringify({ keys: [key.jwk] });
  texts.set(key, text);
  return text;
}

export const certsEndpoint = endpoint(
  {
    method: "get",
    path: "/oauth2/certs",
    plane: "public",
    family: "oauth",
    tag: "Discovery",
    summary: "Public signing keys (JWKS)",
    cors: true,
    answers: {
      200: {
        description: "The key set; cache it for at most five minutes",
        schema: keySet,
        example: KEY_SET_EXAMPLE,
      },
      503: oauthFailure("No signing key is available"),
    },
  },
  ({ call }) =>
    jsonText(keySetText(signingKey(call.snapshot)), 200, {
      "Cache-Control": "public, max-age=300",
    }),
);
