/** {prefix}/v1/second-factor/preview: whom a rule of the setting `second_factor` concerns, before it is saved. */
import { z } from "zod";
import { concernedBy } from "../../iam/second-factor/without.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";

/** Names that are told; the numbers count all. */
const MAX_NAMES = 10;
const MAX_ROLES = 1_000;

const concerned = z
  .object({
    people: z.number().int().meta({ description: "Enabled people whom the rule names" }),
    without: z
      .number()
      .int()
      .meta({ description: "Those of them with neither an authenticator app nor a passkey" }),
    names: z.array(z.string()).meta({ description: `Of these, at most ${MAX_NAMES}` }),
  })
  .meta({ id: "ConcernedPeople" });

export const secondFactorEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/second-factor/preview",
    plane: "admin",
    act: "see settings",
    family: "service",
    tag: "Settings",
    summary: "Whom a rule about the second factor concerns",
    description:
      "Counts people for a rule that need not be saved: the members of the setting `second_factor` that name people. What other providers say of sign-ins there is not known.",
    body: {
      kind: "json",
      schema: z.object({
        everybody: z.boolean().default(false),
        administrators: z.boolean().default(false),
        role_ids: z.array(z.string()).max(MAX_ROLES).default([]),
      }),
      message: "cannot decode rule",
      example: { administrators: true },
    },
    answers: {
      200: {
        ...payloadAnswer(concerned),
        example: { payload: { people: 3, without: 1, names: ["ada"] } },
      },
      ...badRequest,
      ...adminFailures,
    },
  },
  async ({ call, body }) => {
    const { named, without } = await concernedBy(call, body);
    const names = without.slice(0, MAX_NAMES).map(({ alias, id }) => alias[0] ?? id);
    return payload({ people: named.length, without: without.length, names });
  },
);
