/** GET {prefix}/oauth2/certs: the public signing keys (RFC 7517 §5; C-4: public members only). */
import { z } from "zod";
import type { KeyRing } from "../../snapshot/key-ring.ts";
import { requireKeys } from "../../tokens/sign.ts";
import { jsonText } from "../../web/reply.ts";
import { endpoint } from "../endpoint/endpoint.ts";
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
  .meta({ id: "JsonWebKeySet" });

const texts = new WeakMap<KeyRing, string>();

/** Serialised once per ring. */
function keySetText(ring: KeyRing): string {
  const keys = () => Array.from(ring.byKid.values(), ({ jwk }) => jwk);
  const text = texts.get(ring) ?? JSON.stringify({ keys: keys() });
  texts.set(ring, text);
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
    document: true,
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
    jsonText(keySetText(requireKeys(call.snapshot)), 200, {
      "Cache-Control": "public, max-age=300",
    }),
);
