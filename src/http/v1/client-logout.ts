/** GET {prefix}/v1/oauth/client-logouts/{id}: of which sign-outs an application is still to be notified (Back-Channel Logout 1.0). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { clientLogout } from "../../store/client-sign-ins.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, notFound, unavailable } from "../endpoint/failures.ts";

const view = z
  .object({
    signed_in: z.number().int().meta({ description: "Sign-ins of whose end it would be notified" }),
    waiting: z.number().int().meta({ description: "Ends of sign-ins that it does not know yet" }),
    given_up: z
      .number()
      .int()
      .meta({ description: "Those of the last two days of which it is not notified any more" }),
    failure: z.string().meta({ description: "Why a try failed; empty when none did" }),
    next_try: z.string().nullable().meta({ description: "Of what waits; null when nothing does" }),
  })
  .meta({ id: "ClientLogout" });

export const clientLogoutEndpoint: Endpoint = endpoint(
  {
    method: "get",
    path: "/v1/oauth/client-logouts/:id{.+}",
    plane: "admin",
    act: "see clients",
    family: "service",
    tag: "OAuth clients",
    summary: "List the sign-outs of which a client is still to be notified",
    description:
      "Of a client with `backchannel_logout_uri`. What was delivered is not kept. A client that does not answer is tried again for a day and a half, with growing pauses.",
    params: z.object({ id: z.string() }),
    answers: {
      200: {
        ...payloadAnswer(view),
        example: {
          payload: {
            ...{ signed_in: 12, waiting: 2, given_up: 0, failure: "it answers 503" },
            next_try: "2030-05-02T10:00:30.000Z",
          },
        },
      },
      ...adminFailures,
      ...notFound,
      ...unavailable,
    },
  },
  async ({ call, params: { id } }) => {
    if (!call.snapshot.oauth_clients.has(id))
      throw new AuthError("not_found", message("refusal.client"));
    const { next_try, ...counts } = await clientLogout(call.service.store.db, id);
    return payload({ ...counts, next_try: next_try?.toISOString() ?? null });
  },
);
