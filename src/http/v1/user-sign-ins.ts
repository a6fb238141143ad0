/** {prefix}/v1/users/{id}/sign-ins: where a user is signed in, and ending it, for administrators (K-11). */
import { z } from "zod";
import { endSignIn, endSignIns, signInsOf } from "../../tokens/sign-ins.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, notFound, unavailable } from "../endpoint/failures.ts";
import { requireUser } from "./required-user.ts";
import { SIGN_IN, signInView, viewOf } from "./sign-in-view.ts";

const common = { plane: "admin", family: "service", tag: "Users" } as const;
const failures = { ...adminFailures, ...notFound, ...unavailable };
const params = z.object({ id: z.string() });

const list = endpoint(
  {
    ...common,
    act: "see people",
    method: "get",
    path: "/v1/users/:id/sign-ins",
    params,
    summary: "List where a user is signed in",
    description:
      "The newest 20 sign-ins through a login page of this service, the newest first. Programs with tokens of their own are not in it.",
    answers: {
      200: {
        ...payloadAnswer(z.array(signInView)),
        example: { payload: [{ ...SIGN_IN, current: false }], meta: { total_item_count: 1 } },
      },
      ...failures,
    },
  },
  async ({ call, caller, params: { id } }) => {
    requireUser(call, id);
    const signIns = (await signInsOf(call, id)).map((one) => viewOf(one, caller.sid));
    return payload(signIns, { total_item_count: signIns.length });
  },
);

const end = endpoint(
  {
    ...common,
    act: "support people",
    method: "delete",
    path: "/v1/users/:id/sign-ins/:sid",
    params: params.extend({ sid: z.string() }),
    summary: "End one sign-in of a user",
    description: "Its session and its refresh tokens.",
    answers: { 200: serviceMessageAnswer("sign-in ended"), ...failures },
  },
  async ({ call, params: { id, sid } }) => {
    requireUser(call, id);
    await endSignIn(call, id, sid);
    return serviceMessage("sign-in ended");
  },
);

const endAll = endpoint(
  {
    ...common,
    act: "support people",
    method: "delete",
    path: "/v1/users/:id/sign-ins",
    params,
    summary: "End all sign-ins of a user",
    description:
      "Every session and refresh token of the user on all instances, also those that the list does not have. Passwords and keys stay as they are: disable the user to keep them out.",
    answers: { 200: serviceMessageAnswer("all sign-ins ended"), ...failures },
  },
  async ({ call, actor, params: { id } }) => {
    requireUser(call, id);
    await endSignIns(call, id, actor);
    return serviceMessage("all sign-ins ended");
  },
);

export const userSignInEndpoints: readonly Endpoint[] = [list, end, endAll];
