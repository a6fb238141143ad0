/** {prefix}/v1/me/sign-ins: where the caller is signed in, and ending it, as on the account page (K-11). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { type CallerContext, requireOwner } from "../../iam/caller.ts";
import { endOtherSignIns, endSignIn, type SignIn, signInsOf } from "../../tokens/sign-ins.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { payload, payloadAnswer, serviceMessage, serviceMessageAnswer } from "../envelope.ts";
import { badRequest, noCaller, notFound, refusedCaller, unavailable } from "./failures.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;
const failures = { ...badRequest, ...noCaller, ...refusedCaller, ...unavailable };

const signInView = z
  .object({
    sid: z.string().meta({ description: "The claim `sid` of its tokens" }),
    browser: z.string().meta({ description: "What it calls itself; empty when it says nothing" }),
    signed_in_at: z.string(),
    last_used_at: z.string().meta({ description: "About: when its tokens were last refreshed" }),
    expires_at: z.string().meta({ description: "When it ends by itself" }),
    current: z.boolean().meta({ description: "The one that this request belongs to" }),
  })
  .meta({ id: "SignIn" });

const SID = "5f0c6d0e8a1b4c2d9e7f3a5b6c8d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f70819";

const time = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");

const view =
  (here: string | undefined) =>
  ({ sid, browser, at, used, until }: SignIn) => ({
    ...{ sid, browser, signed_in_at: time(at), last_used_at: time(used) },
    ...{ expires_at: time(until), current: sid === here },
  });

/** A key acts for its owner, but a leaked one must not sign the owner out. */
function refuseKey({ caller }: CallerContext): void {
  if (caller.kind === "named" && caller.key) {
    throw new AuthError("forbidden", "an api key cannot end sign-ins");
  }
}

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
          payload: [
            {
              sid: SID,
              browser: "Firefox on Windows",
              signed_in_at: "2030-05-02T10:00:00Z",
              last_used_at: "2030-05-02T10:45:00Z",
              expires_at: "2030-05-03T10:00:00Z",
              current: true,
            },
          ],
          meta: { total_item_count: 1 },
        },
      },
      ...noCaller,
      ...refusedCaller,
      ...unavailable,
    },
  },
  async ({ call, caller }) => {
    const owner = requireOwner(call.snapshot, caller);
    const found = (await signInsOf(call, owner.id)).map(view(caller.sid));
    return payload(found, { total_item_count: found.length });
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
    const owner = requireOwner(call.snapshot, caller);
    refuseKey(caller);
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
    const owner = requireOwner(call.snapshot, caller);
    refuseKey(caller);
    // Without a sign-in of its own there is no "this one" that could go on.
    if (caller.sid === undefined) {
      throw new AuthError("invalid_request", "this request belongs to no sign-in");
    }
    await endOtherSignIns(call, owner.id, caller.sid, actor);
    return serviceMessage("all other sign-ins ended");
  },
);

export const signInEndpoints: readonly Endpoint[] = [list, end, endOthers];
