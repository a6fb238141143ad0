/** {prefix}/v1/jwt/keys and /renew: the signing keys with their life, and a rotation that no token notices. */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import { renewSigningKeys } from "../../records/signing-key.ts";
import { publishedKeys, signerOf, type VerificationKey } from "../../snapshot/key-ring.ts";
import { SIGNATURE_ALGORITHMS } from "../../std/public-jwk.ts";
import { KINDS, livingTokens } from "../../tokens/living-tokens.ts";
import { requireKeys } from "../../tokens/sign.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, conflict } from "../endpoint/failures.ts";

const common = { plane: "admin", family: "service", tag: "Signing key" } as const;

const time = (description: string) => z.number().int().optional().meta({ description });

const signingKey = z
  .object({
    kid: z.string(),
    alg: z.enum(SIGNATURE_ALGORITHMS),
    state: z.enum(["next", "current", "previous"]),
    outside: z.boolean().meta({ description: "Its private half is at the signer" }),
    made_at: time("Unix seconds; absent where it is not known"),
    signs_from: time("Unix seconds, of a key that did not sign at once"),
    ends_at: time("Unix seconds: by then its last token has ended, and it verifies nothing"),
    clients: z
      .number()
      .int()
      .meta({ description: "Enabled clients whose ID tokens or userinfo it signs" }),
    resources: z.array(z.string()).meta({ description: "Resources whose access tokens it signs" }),
    tokens: z
      .array(
        z.object({
          kind: z.enum(KINDS),
          until: z.number().int().meta({ description: "Unix seconds: by then all have ended" }),
        }),
      )
      .meta({
        description:
          "Of a previous key: what it signed and may still live, by the lifetimes that are set now, and never after `ends_at`",
      }),
  })
  .meta({ id: "SigningKeyState" });

const secondsOf = (ms: number | undefined) =>
  ms === undefined ? undefined : Math.floor(ms / 1000);

/** What is signed by the algorithm of a key now, and so by the key that is current for it. */
function dependents({ snapshot }: Call, alg: VerificationKey["jwk"]["alg"]) {
  const clients = [...snapshot.oauth_clients.values()].filter(
    ({ enabled, config }) =>
      enabled &&
      config &&
      [
        config.id_token_signed_response_alg || "RS256",
        config.userinfo_signed_response_alg,
      ].includes(alg),
  );
  const { resource_algorithms } = snapshot.settings.jwt;
  const resources = Object.keys(resource_algorithms).filter(
    (name) => resource_algorithms[name] === alg,
  );
  return { clients: clients.length, resources };
}

function shownKey(call: Call, key: VerificationKey) {
  const at = now(call);
  const { alg } = key.jwk;
  const signs = signerOf(requireKeys(call.snapshot), alg, at) === key;
  const waits = (key.signsFrom ?? 0) > at;
  const state = signs ? "current" : waits ? "next" : "previous";
  return {
    ...{ kid: key.kid, alg, state, outside: key.outside === true },
    made_at: secondsOf(key.madeAt),
    signs_from: secondsOf(key.signsFrom),
    ends_at: secondsOf(key.endsAt),
    ...(signs ? dependents(call, alg) : { clients: 0, resources: [] }),
    tokens: (state === "previous" ? livingTokens(call, key) : []).map(({ kind, until }) => ({
      ...{ kind, until: Math.ceil(until / 1000) },
    })),
  };
}

const list = endpoint(
  {
    ...common,
    act: "see settings",
    method: "get",
    path: "/v1/jwt/keys",
    summary: "List the signing keys",
    description:
      "What signs comes first. Only public members of keys are ever shown, at the key set.",
    answers: {
      200: {
        ...payloadAnswer(z.array(signingKey)),
        example: {
          payload: [
            {
              ...{ kid: "8mKXw2", alg: "RS256", state: "current", outside: false },
              ...{ made_at: 1_767_225_600 },
              ...{ clients: 3, resources: [], tokens: [] },
            },
          ],
        },
      },
      ...adminFailures,
    },
  },
  ({ call }) =>
    payload(publishedKeys(requireKeys(call.snapshot), now(call)).map((key) => shownKey(call, key))),
);

const renew = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/jwt/renew",
    summary: "Replace the signing keys with an overlap",
    description:
      "New keys are published now and sign after fifteen minutes; the ones before verify until their last token has ended. No token becomes invalid.",
    answers: {
      200: {
        ...payloadAnswer(
          z.object({
            kids: z.array(z.string()),
            signs_from: z.number().int().meta({ description: "Unix seconds" }),
          }),
        ),
        example: { payload: { kids: ["9nLYx3"], signs_from: 1_767_226_500 } },
      },
      ...adminFailures,
      ...conflict,
    },
  },
  async ({ call, actor }) => payload(await renewSigningKeys(call, actor)),
);

export const signingKeyEndpoints: readonly Endpoint[] = [list, renew];
