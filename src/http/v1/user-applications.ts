/** {prefix}/v1/users/{id}/applications: what a user has allowed applications, and taking it back, for administrators (Z-12). */
import { z } from "zod";
import { disconnect } from "../../oauth2/consents/connected.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { serviceMessage, serviceMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, notFound, unavailable } from "../endpoint/failures.ts";
import { clientQuery, LISTED, listApplications, listedAnswer } from "./application-view.ts";
import { requireUser } from "./required-user.ts";

const common = { plane: "admin", family: "service", tag: "Users" } as const;
const path = "/v1/users/:id/applications";
const params = z.object({ id: z.string() });
const failures = { ...adminFailures, ...notFound, ...unavailable };

const list = endpoint(
  {
    ...{ ...common, path, params, method: "get" },
    act: "see people",
    summary: "List the applications that a user has allowed",
    description: LISTED,
    answers: { 200: listedAnswer, ...failures },
  },
  async ({ call, params: { id } }) => {
    requireUser(call, id);
    return listApplications(call, id);
  },
);

const remove = endpoint(
  {
    ...{ ...common, path, params, method: "delete" },
    act: "support people",
    summary: "Take back what a user has allowed an application",
    description:
      "It asks again at its next sign-in; its tokens for the user end at once, on all instances.",
    query: clientQuery,
    answers: { 200: serviceMessageAnswer("application disconnected"), ...failures },
  },
  async ({ call, params: { id }, query, actor }) => {
    requireUser(call, id);
    await disconnect(call, id, query.client_id, actor);
    return serviceMessage("application disconnected");
  },
);

export const userApplicationEndpoints: readonly Endpoint[] = [list, remove];
