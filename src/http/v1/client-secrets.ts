/** {prefix}/v1/oauth/client-secrets/{id}: a new secret of a client, while the one before works on. */
import { z } from "zod";
import { endPreviousSecret, rollClientSecret } from "../../records/client-secret.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, serviceMessage, serviceMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, notFound } from "../endpoint/failures.ts";
import { onlyIf, preconditionFailed } from "./precondition.ts";
import { overlapBody, rolledAnswers } from "./rolled-secret.ts";

// Not below the record: an id may have slashes, and end like any name that would stand there.
const common = {
  path: "/v1/oauth/client-secrets/:id{.+}",
  params: z.object({ id: z.string() }),
  plane: "admin",
  family: "service",
  tag: "OAuth clients",
} as const;

const roll = endpoint(
  {
    ...common,
    act: "change clients",
    method: "post",
    summary: "Make a new secret of one OAuth client",
    description:
      "The secret is shown in this answer alone. The one before works for `overlap` more, so that the application can be given the new one without an outage; the one before that ends now. `0` ends the one before at once.",
    body: overlapBody,
    answers: rolledAnswers({ client_id: "web-app", client_secret: "4f0c…" }),
  },
  async ({ call, params: { id }, body: { overlap }, actor, request }) => {
    const writer = onlyIf(call, request, "oauth_clients", id);
    const { version, ...secret } = await rollClientSecret(writer, id, overlap, actor);
    return payload({ client_id: id, ...secret }, { version });
  },
);

const end = endpoint(
  {
    ...common,
    act: "change clients",
    method: "delete",
    summary: "End the secret before the present one",
    answers: {
      200: serviceMessageAnswer("previous secret ended"),
      ...adminFailures,
      ...notFound,
      ...preconditionFailed,
    },
  },
  async ({ call, params: { id }, actor, request }) => {
    const writer = onlyIf(call, request, "oauth_clients", id);
    return serviceMessage("previous secret ended", await endPreviousSecret(writer, id, actor));
  },
);

export const clientSecretEndpoints: readonly Endpoint[] = [roll, end];
