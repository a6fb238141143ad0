/** GET {prefix}/oauth2/certs: the public signing keys (RFC 7517 §5; C-4: public members only). */
import { z } from "zod";
import { now } from "../../call.ts";
import { type KeyRing, publishedKeys } from "../../snapshot/key-ring.ts";
import { SIGNATURE_ALGORITHMS } from "../../std/public-jwk.ts";
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
        kty: z.enum(["RSA", "EC", "OKP"]),
        alg: z.enum(SIGNATURE_ALGORITHMS),
        use: z.literal("sig"),
        n: z.string().optional(),
        e: z.string().optional(),
        crv: z.string().optional(),
        x: z.string().optional(),
        y: z.string().optional(),
      }),
    ),
  })
  .meta({ id: "JsonWebKeySet" });

const keySetText = (ring: KeyRing, at: number): string =>
  JSON.stringify({ keys: publishedKeys(ring, at).map(({ jwk }) => jwk) });

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
    jsonText(keySetText(requireKeys(call.snapshot), now(call)), 200, {
      "Cache-Control": "public, max-age=300",
    }),
);
