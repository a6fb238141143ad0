/** POST {prefix}/v1/oauth/providers/{id}/test: whether an upstream provider would work (auth-wire 5.10). */
import { z } from "zod";
import { tryUpstream } from "../../federation/upstream/try-provider.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { messageSchema, payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, notFound } from "../endpoint/failures.ts";

const check = z
  .object({
    check: z.enum(["record", "keys", "client"]),
    ok: z.boolean(),
    detail: z.string().meta({ description: "What was found, or what is wrong" }),
    message: messageSchema
      .optional()
      .meta({ description: "The detail by id, where it is a sentence" }),
  })
  .meta({ id: "UpstreamCheck" });

export const upstreamTestEndpoint: Endpoint = endpoint(
  {
    method: "post",
    path: "/v1/oauth/providers/:id/test",
    plane: "admin",
    act: "change providers",
    family: "service",
    tag: "OAuth providers",
    summary: "Try an upstream provider out",
    description:
      "Reads its discovery document and its keys, and asks its token endpoint with a code that it never gave: the refusal tells whether client and secret are accepted. A disabled record can be tested. Nothing is changed.",
    params: z.object({ id: z.string() }),
    answers: {
      200: {
        ...payloadAnswer(
          z
            .object({
              callback: z.string().meta({ description: "What to enter at the provider" }),
              passed: z.boolean(),
              checks: z.array(check),
            })
            .meta({ id: "UpstreamTestReport" }),
        ),
        example: {
          payload: {
            callback: "https://id.example.com/auth/oauth2/code/google",
            passed: true,
            checks: [
              { check: "record", ok: true, detail: "https://accounts.google.com" },
              { check: "keys", ok: true, detail: "2 keys" },
              { check: "client", ok: true, detail: "client_secret_basic" },
            ],
          },
        },
      },
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id } }) => payload(await tryUpstream(call, id)),
);
