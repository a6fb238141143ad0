/** `jwt` namespace: the keys that sign tokens. Whether a key parses is decided where keys are imported. */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { SIGNATURE_ALGORITHMS } from "../../std/public-jwk.ts";
import { isAbsoluteUri } from "../fields/address-field.ts";
import { algorithm } from "../fields/algorithm-field.ts";
import { optionalDuration } from "../fields/duration-field.ts";
import { addFault, choices, integer, optionalText, secret, text } from "../fields/field.ts";
import { namedMap } from "../fields/named-map.ts";
import { namespace } from "../kind.ts";

const unixTime = () => integer({ fallback: 0, least: 0, most: Number.MAX_SAFE_INTEGER });

/** A key and its life, as the service keeps it. */
const key = z.object({
  alg: algorithm("RS256").meta({ title: "Algorithm" }),
  private_key: secret({ title: "Private key" }),
  public_key: text().meta({
    title: "Public key",
    description: "JWK of a key that is kept outside; its private key is not here.",
  }),
  refresh_secret: secret({ title: "Secret of refresh tokens" }),
  made_at: unixTime().meta({ title: "Made at", description: "Unix seconds." }),
  signs_from: unixTime().meta({ title: "Signs from", description: "Unix seconds." }),
  ends_at: unixTime().meta({ title: "Ends at", description: "Unix seconds; 0: no end is known." }),
});

const schema = z
  .object({
    kid: optionalText()
      .transform((value) => value?.trim() ?? "")
      .meta({ title: "Key ID", description: "Written to the header of every token." }),
    private_key: secret({
      title: "Private key",
      description:
        "RSA key in PEM, PKCS#8 or PKCS#1. Changing it invalidates all tokens that were issued.",
    }),
    algorithms: choices(SIGNATURE_ALGORITHMS.slice(1), []).meta({
      title: "Further algorithms",
      description: "In addition to RS256; each has its own keys.",
    }),
    resource_algorithms: namedMap(algorithm("RS256")).meta({
      title: "Algorithms of resources",
      description: "By prefix: how access tokens for a resource are signed; otherwise RS256.",
    }),
    rotate_every: optionalDuration({ least: "24h" }).meta({
      title: "Rotate every",
      description: "The keys are rotated after this time, with an overlap; empty: only on demand.",
    }),
    pairwise_secret: secret({
      title: "Secret of pairwise subjects",
      description: "Kept by the service through every change of keys.",
    }).meta({ readOnly: true }),
    keys: namedMap(key).meta({
      title: "Keys",
      description: "Kept by the service.",
      readOnly: true,
    }),
  })
  .superRefine((value, context) => {
    for (const name of ["private_key", "kid"] as const) {
      if (value[name].trim() !== "") continue;
      addFault(context, message("fault.required"), [name]);
    }
    const on: readonly string[] = ["RS256", ...value.algorithms];
    for (const [name, alg] of Object.entries(value.resource_algorithms)) {
      const path = ["resource_algorithms", name];
      if (!isAbsoluteUri(name)) addFault(context, message("fault.no_absolute_uri"), path);
      else if (!on.includes(alg)) addFault(context, message("fault.not_among_algorithms"), path);
    }
  })
  .meta({ id: "JwtSettings", title: "Signing key" });

export const jwt = namespace({
  schema,
  example: {
    kid: "2030-05",
    private_key: "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n",
  },
  absent: {
    ...{ kid: "", private_key: "", algorithms: [], resource_algorithms: {} },
    ...{ rotate_every: undefined, pairwise_secret: "", keys: {} },
  },
  madeAtStart: true,
  above: ["check", "kept", "derived", "restored"],
});
