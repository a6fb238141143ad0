/** {prefix}/v1/users/{id}/identities: the sign-ins elsewhere that lead to a user, for administrators (U-3). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { identitiesOf, unlinkIdentity } from "../../iam/claim-mapping/identities.ts";
import { message } from "../../messages/message.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badQuery, notFound, unavailable } from "../endpoint/failures.ts";
import { requireUser } from "./required-user.ts";

const common = {
  path: "/v1/users/:id/identities",
  plane: "admin",
  family: "service",
  tag: "Users",
  params: z.object({ id: z.string() }),
} as const;

const key = {
  provider: z
    .string()
    .max(1_000)
    .meta({ description: "Kind and ID of the record", example: "oauth:google" }),
  issuer: z.string().max(2_048).meta({ description: "Who vouches for the person" }),
  subject: z.string().max(1_024).meta({ description: "What the issuer calls the person" }),
};

const identity = z
  .object({
    ...key,
    label: z.string().meta({ description: "Name of the person there, when it was linked" }),
    created_at: z.string(),
  })
  .meta({ id: "LinkedIdentity" });

const KEY = { provider: "oauth:google", issuer: "https://accounts.google.com", subject: "1084" };

const list = endpoint(
  {
    ...common,
    act: "see people",
    method: "get",
    summary: "List the sign-ins elsewhere that lead to a user",
    answers: {
      200: {
        ...payloadAnswer(z.array(identity)),
        example: {
          payload: [{ ...KEY, label: "ada@example.com", created_at: "2030-05-02T10:00:00.000Z" }],
        },
      },
      ...adminFailures,
      ...notFound,
      ...unavailable,
    },
  },
  async ({ call, params: { id } }) => {
    requireUser(call, id);
    const links = await identitiesOf(call.service.store.db, id);
    return payload(links.map((link) => ({ ...link, created_at: link.created_at.toISOString() })));
  },
);

const unlink = endpoint(
  {
    ...common,
    act: "change people",
    method: "delete",
    summary: "End the link of a user with a sign-in elsewhere",
    description:
      "The next sign-in of that person is a first one again: what the claim mapping of the record allows decides whom it leads to. Tokens that were issued stay until they end; disable the user to end them.",
    query: z.object(key),
    answers: {
      200: serviceMessageAnswer("identity unlinked"),
      ...badQuery,
      ...adminFailures,
      ...notFound,
      ...unavailable,
    },
  },
  async ({ call, params: { id }, query, actor }) => {
    requireUser(call, id);
    const gone = await unlinkIdentity(call, id, query, actor);
    if (!gone) throw new AuthError("not_found", message("refusal.identity"));
    return serviceMessage("identity unlinked");
  },
);

export const identityEndpoints: readonly Endpoint[] = [list, unlink];
