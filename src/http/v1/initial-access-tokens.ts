/** {prefix}/v1/registration/tokens: who may register a client (RFC 7591 §3). */
import { z } from "zod";
import {
  createInitialToken,
  deleteInitialToken,
  type InitialAccessToken,
  listInitialTokens,
} from "../../records/initial-access-tokens.ts";
import { duration } from "../../settings/fields/duration-field.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict, notFound } from "../endpoint/failures.ts";

const view = z
  .object({
    id: z.string(),
    name: z.string(),
    registrations_left: z.number().int().optional().meta({ description: "Absent: no limit" }),
    created_by: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: "InitialAccessToken" });

const EXAMPLE = {
  id: "01J0A0B0C0D0E0F0G0H0J0K0M4",
  name: "build farm",
  registrations_left: 10,
  created_by: "admin",
  created_at: "2030-05-02T10:00:00.000Z",
  expires_at: "2030-05-03T10:00:00.000Z",
};

const shown = ({ left, created_at, expires_at, ...token }: InitialAccessToken) => ({
  ...token,
  ...(left !== undefined && { registrations_left: left }),
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

const common = {
  plane: "admin",
  family: "service",
  tag: "Client registration",
  path: "/v1/registration/tokens",
} as const;

const wish = z
  .object({
    name: z.string().trim().min(1, "must not be empty").max(200, "must be at most 200 characters"),
    expires_in: duration("24h", { least: "1m", most: "8760h" }),
    registrations: z
      .int()
      .min(1, "must be at least 1")
      .max(100_000, "must be at most 100000")
      .optional()
      .meta({ description: "How many clients it may register; absent: no limit" }),
  })
  .meta({ id: "InitialAccessTokenWish" });

const create = endpoint(
  {
    ...common,
    method: "post",
    summary: "Make an initial access token",
    description: "The token is shown this one time; only its digest is stored.",
    body: {
      kind: "json",
      schema: wish,
      message: "cannot save initial access token",
      example: { name: "build farm", expires_in: "24h", registrations: 10 },
    },
    answers: {
      200: {
        ...payloadAnswer(view.extend({ token: z.string() })),
        example: {
          payload: {
            ...EXAMPLE,
            token: "5d41402abc4b2a76b9719d911017c592ae2c9b1f0d3f2e6a8b7c5d4e3f2a1b0c",
          },
        },
      },
      ...badRequest,
      ...adminFailures,
      ...conflict,
    },
  },
  async ({ call, body: { name, expires_in, registrations }, actor }) => {
    const wish = { name, lifetime: expires_in, registrations };
    const { token, ...made } = await createInitialToken(call, wish, actor);
    return payload({ ...shown(made), token });
  },
);

const list = endpoint(
  {
    ...common,
    act: "see clients",
    method: "get",
    summary: "List initial access tokens",
    description: "Those that have not expired, without the tokens themselves.",
    answers: {
      200: {
        ...payloadAnswer(z.array(view)),
        example: { payload: [EXAMPLE], meta: { total_item_count: 1 } },
      },
      ...adminFailures,
    },
  },
  async ({ call }) => {
    const tokens = await listInitialTokens(call.service);
    return payload(tokens.map(shown), { total_item_count: tokens.length });
  },
);

const withdraw = endpoint(
  {
    ...common,
    path: `${common.path}/:id`,
    method: "delete",
    params: z.object({ id: z.string() }),
    summary: "Withdraw an initial access token",
    description: "Clients that registered with it stay.",
    answers: {
      200: serviceMessageAnswer("initial access token deleted"),
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id }, actor }) =>
    serviceMessage("initial access token deleted", await deleteInitialToken(call, id, actor)),
);

export const initialAccessTokenEndpoints: readonly Endpoint[] = [create, list, withdraw];
