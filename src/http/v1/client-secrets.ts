/** {prefix}/v1/oauth/client-secrets/{id}: a new secret of a client, while the one before works on. */
import { z } from "zod";
import { endPreviousSecret, rollClientSecret } from "../../records/client-secret.ts";
import { duration } from "../../settings/fields/duration-field.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, notFound } from "../endpoint/failures.ts";
import { onlyIf, preconditionFailed } from "./precondition.ts";

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
    body: {
      kind: "json",
      schema: z.object({ overlap: duration("24h", { least: "0", most: "2160h" }) }),
      message: "cannot decode secret",
      example: { overlap: "24h" },
    },
    answers: {
      200: {
        ...payloadAnswer(
          z.object({
            client_id: z.string(),
            client_secret: z.string(),
            previous_secret_until: z
              .number()
              .int()
              .optional()
              .meta({ description: "Unix seconds; absent when the one before has ended" }),
          }),
        ),
        example: {
          payload: {
            client_id: "web-app",
            client_secret: "4f0c…",
            previous_secret_until: 1_767_312_000,
          },
          meta: { version: 42 },
        },
      },
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...preconditionFailed,
    },
  },
  async ({ call, params: { id }, body: { overlap }, actor, request }) => {
    const service = onlyIf(call.service, request, "oauth_clients", id);
    const { version, ...secret } = await rollClientSecret(service, id, overlap, actor);
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
    const service = onlyIf(call.service, request, "oauth_clients", id);
    return serviceMessage("previous secret ended", await endPreviousSecret(service, id, actor));
  },
);

export const clientSecretEndpoints: readonly Endpoint[] = [roll, end];
