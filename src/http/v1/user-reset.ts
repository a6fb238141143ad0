/** {prefix}/v1/users/{id}/password-reset: the mail for a forgotten password, sent by an administrator (E-8). */
import { z } from "zod";
import { sendReset } from "../../oauth2/signup/send-reset.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { serviceMessage, serviceMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, conflict, notFound } from "../endpoint/failures.ts";
import { requireUser } from "./required-user.ts";

export const userResetEndpoint: Endpoint = endpoint(
  {
    method: "post",
    path: "/v1/users/:id/password-reset",
    plane: "admin",
    act: "support people",
    family: "service",
    tag: "Users",
    params: z.object({ id: z.string() }),
    summary: "Send a user the mail that replaces a password",
    description:
      "As if the user had asked for it: the link opens the login page, and the password and the sessions stay as they are until the user has chosen another one.",
    answers: {
      200: serviceMessageAnswer("mail is on its way"),
      ...adminFailures,
      403: { ...adminFailures[403], description: "Not an administrator, or resets are off" },
      ...notFound,
      ...conflict,
      429: {
        description: "Too many requests for this address or from this network; `Retry-After`",
      },
      503: { ...adminFailures[503], description: "No mail relay, or the service is unavailable" },
    },
  },
  async ({ call, params: { id } }) => {
    await sendReset(call, requireUser(call, id));
    return serviceMessage("mail is on its way");
  },
);
