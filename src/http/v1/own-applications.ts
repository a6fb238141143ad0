/** {prefix}/v1/me/applications: what the caller has allowed applications, and taking it back, as on the account page (Z-12). */
import { requireOwner } from "../../iam/owner.ts";
import { disconnect } from "../../oauth2/consents/connected.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { serviceMessage, serviceMessageAnswer } from "../endpoint/envelope.ts";
import {
  badRequest,
  noCaller,
  notFound,
  refusedCaller,
  unavailable,
} from "../endpoint/failures.ts";
import { clientQuery, LISTED, listApplications, listedAnswer } from "./application-view.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;
const failures = { ...noCaller, ...refusedCaller, ...unavailable };

const list = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/me/applications",
    summary: "List the applications that the caller has allowed",
    description: LISTED,
    answers: { 200: listedAnswer, ...failures },
  },
  async ({ call, caller }) => {
    const owner = requireOwner(call.snapshot, caller);
    return listApplications(call, owner.id);
  },
);

const remove = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/me/applications",
    summary: "Take back what the caller has allowed an application",
    description:
      "It asks again at its next sign-in; its tokens for the caller end at once. Not with an API key.",
    query: clientQuery,
    answers: {
      200: serviceMessageAnswer("application disconnected"),
      ...badRequest,
      ...failures,
      ...notFound,
    },
  },
  async ({ call, caller, query, actor }) => {
    const owner = requireOwner(call.snapshot, caller);
    await disconnect(call, owner.id, query.client_id, actor);
    return serviceMessage("application disconnected");
  },
);

export const ownApplicationEndpoints: readonly Endpoint[] = [list, remove];
