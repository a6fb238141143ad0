/** {prefix}/v1/me/sign-ins: where the caller is signed in, and ending it, as on the account page (K-11). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { requireOwner } from "../../iam/owner.ts";
import { message } from "../../messages/message.ts";
import { endSignIn, endSignIns, signInsOf } from "../../tokens/sign-ins.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import {
  badRequest,
  noCaller,
  notFound,
  refusedCaller,
  unavailable,
} from "../endpoint/failures.ts";
import { SIGN_IN, signInView, viewOf } from "./sign-in-view.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;
const failures = { ...badRequest, ...noCaller, ...refusedCaller, ...unavailable };

const list = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/me/sign-ins",
    summary: "List where the caller is signed in",
    description:
      "The newest 20 sign-ins through a login page of this service, the newest first. Programs with tokens of their own are not in it.",
    answers: {
      200: {
        ...payloadAnswer(z.array(signInView)),
        example: {
          payload: [SIGN_IN],
          meta: { total_item_count: 1 },
        },
      },
      ...noCaller,
      ...refusedCaller,
      ...unavailable,
    },
  },
  async ({ call, caller }) => {
    const owner = requireOwner(call.snapshot, caller, "list sign-ins");
    const signIns = (await signInsOf(call, owner.id)).map((one) => viewOf(one, caller.sid));
    return payload(signIns, { total_item_count: signIns.length });
  },
);

const end = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/me/sign-ins/:sid",
    params: z.object({ sid: z.string() }),
    summary: "End one sign-in of the caller",
    description: "Its session and its refresh tokens. Not with an API key.",
    answers: { 200: serviceMessageAnswer("sign-in ended"), ...failures, ...notFound },
  },
  async ({ call, caller, params: { sid } }) => {
    const owner = requireOwner(call.snapshot, caller, "end sign-ins");
    await endSignIn(call, owner.id, sid);
    return serviceMessage("sign-in ended");
  },
);

const endOthers = endpoint(
  {
    ...common,
    method: "delete",
    path: "/v1/me/sign-ins",
    summary: "End all other sign-ins of the caller",
    description:
      "Every session and refresh token of the user but those of the sign-in that the request belongs to, also those that the list does not have. Not with an API key.",
    answers: { 200: serviceMessageAnswer("all other sign-ins ended"), ...failures },
  },
  async ({ call, caller, actor }) => {
    const owner = requireOwner(call.snapshot, caller, "end sign-ins");
    // Without a sign-in of its own there is no "this one" that could go on.
    if (caller.sid === undefined) {
      throw new AuthError("invalid_request", message("refusal.no_sign_in"));
    }
    await endSignIns(call, owner.id, actor, caller.sid);
    return serviceMessage("all other sign-ins ended");
  },
);

export const signInEndpoints: readonly Endpoint[] = [list, end, endOthers];
