/** {prefix}/v1/api-key-principals for administrators, {prefix}/v1/api-keys for owners (auth-wire 6.5). */
import { z } from "zod";
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  patchApiKey,
} from "../../iam/api-keys/api-keys.ts";
import { type Issuer, selfIssuer } from "../../iam/api-keys/issuer.ts";
import { apiKeyBody, apiKeyPatch, apiKeyView } from "../../iam/api-keys/key-schema.ts";
import { requireRecentSignIn } from "../../iam/reauthentication.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, keyNotTaken, notFound } from "../endpoint/failures.ts";
import { pageOf, pageShape } from "../endpoint/list.ts";

const issued = z
  .object({
    id: z.string(),
    key: z
      .string()
      .optional()
      .meta({ description: "Shown this one time; absent where `key_hash` was sent" }),
    expires_at: z.string().optional(),
  })
  .meta({ id: "IssuedApiKey" });

const ID = "01J0A0B0C0D0E0F0G0H0J0K0M4";
const OWNER = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const ROLE = "01J0A0B0C0D0E0F0G0H0J0K0M1";
const params = z.object({ id: z.string() });

const EXAMPLE = {
  id: ID,
  user_id: OWNER,
  name: "deploy",
  description: "",
  role_ids: [ROLE],
  permission_ids: [],
  disabled: false,
  revision: 1,
  expires_at: "2031-05-02T10:00:00Z",
  created_at: "2030-05-02T10:00:00Z",
  updated_at: "2030-05-02T10:00:00Z",
};

interface Kind {
  readonly plane: "admin" | "caller";
  readonly base: string;
  readonly noun: string;
  readonly tag: string;
  readonly description: string;
  readonly issuer: (...given: Parameters<typeof selfIssuer>) => Issuer;
}

const ADMIN: Kind = {
  plane: "admin",
  base: "/v1/api-key-principals",
  noun: "an API key",
  tag: "API keys",
  description:
    "With `key_hash` a key of a service before this one goes on; 409 where its hash is here already. Without `user_id` it is a system key, which needs a role or permission. With empty lists a key has what its owner has at each use; ids in them must be assigned to the owner. A sign-in must be no older than 10 minutes, where its time is known.",
  issuer: () => ({ plane: "admin" }),
};

const SELF: Kind = {
  plane: "caller",
  base: "/v1/api-keys",
  noun: "an own API key",
  tag: "Own account",
  description:
    "With `api_key.self_service`, else for administrators. A sign-in must be no older than 10 minutes, where its time is known. An API key makes and changes no key; it lists and deletes those that can do no more than itself.",
  issuer: selfIssuer,
};

function routes({ plane, base, noun, tag, description, issuer }: Kind): Endpoint[] {
  const common = { plane, tag, family: "service" } as const;
  const isSelf = plane === "caller";
  return [
    endpoint(
      {
        ...common,
        method: "post",
        path: base,
        summary: `Create ${noun}`,
        description,
        body: {
          kind: "json",
          schema: apiKeyBody,
          message: "cannot decode api key",
          example: {
            ...(!isSelf && { user_id: OWNER }),
            ...{ name: "deploy", expires_in: "720h", role_ids: [ROLE] },
          },
        },
        answers: {
          200: {
            ...payloadAnswer(issued, "Created; the key is never shown again"),
            example: {
              payload: { id: ID, key: `tak_${"0".repeat(72)}`, expires_at: EXAMPLE.expires_at },
            },
          },
          ...badRequest,
          ...adminFailures,
          ...notFound,
          ...keyNotTaken,
        },
      },
      async ({ call, caller, body, actor }) => {
        const by = issuer(call, caller);
        requireRecentSignIn(call, caller, "create an api key");
        return payload(await createApiKey(call, by, body, actor));
      },
    ),
    endpoint(
      {
        ...common,
        ...(!isSelf && { act: "see rights" }),
        method: "get",
        path: base,
        summary: isSelf ? "List the own API keys" : "List API keys",
        description: "Oldest first, all of them without `_limit`; never the keys themselves.",
        query: z.object({ ...pageShape, ...(!isSelf && { user_id: z.string().optional() }) }),
        answers: {
          200: {
            ...payloadAnswer(z.array(apiKeyView)),
            example: { payload: [EXAMPLE], meta: { total_item_count: 1 } },
          },
          ...badRequest,
          ...adminFailures,
        },
      },
      async ({ call, caller, query }) => {
        const by = issuer(call, caller, "list api keys");
        const { user_id } = query as { user_id?: string };
        const paged = Object.keys(pageShape).some((name) => name in query);
        const keys = await listApiKeys(call, by.plane === "self" ? by.owner.id : user_id, by);
        const { limit, offset } = pageOf(query, 0);
        const page = paged ? keys.slice(offset, offset + limit) : keys;
        return payload(page, { total_item_count: keys.length });
      },
    ),
    endpoint(
      {
        ...common,
        method: "patch",
        path: `${base}/:id`,
        params,
        summary: `Change ${noun}`,
        description:
          "A present member replaces the old value completely; it counts from the next request on. The end cannot be put off.",
        body: {
          kind: "json",
          schema: apiKeyPatch,
          message: "cannot decode api key",
          example: { disabled: true },
        },
        answers: {
          200: serviceMessageAnswer("api key updated"),
          ...badRequest,
          ...adminFailures,
          ...notFound,
        },
      },
      async ({ call, caller, params: { id }, body, actor }) => {
        const by = issuer(call, caller);
        requireRecentSignIn(call, caller, "change an api key");
        return serviceMessage("api key updated", await patchApiKey(call, by, id, body, actor));
      },
    ),
    endpoint(
      {
        ...common,
        method: "delete",
        path: `${base}/:id`,
        params,
        summary: `Revoke ${noun}`,
        answers: {
          200: serviceMessageAnswer("api key deleted"),
          ...adminFailures,
          ...notFound,
        },
      },
      async ({ call, caller, params: { id }, actor }) => {
        const by = issuer(call, caller, "delete an api key");
        requireRecentSignIn(call, caller, "delete an api key");
        return serviceMessage("api key deleted", await deleteApiKey(call, by, id, actor));
      },
    ),
  ];
}

export const apiKeyEndpoints: readonly Endpoint[] = [...routes(ADMIN), ...routes(SELF)];
