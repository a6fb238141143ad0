/** Operations of the running service: key rotation and reload (auth-wire 2.10, 6.11). */
import { z } from "zod";
import { rotateSigningKey } from "../../records/signing-key.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer, payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures } from "../endpoint/failures.ts";

const rotate = endpoint(
  {
    method: "post",
    path: "/v1/jwt/rotate",
    plane: "admin",
    family: "service",
    tag: "Signing key",
    summary: "Generate and activate a new signing key",
    description: "Every token that was signed with the old key becomes invalid.",
    answers: {
      200: {
        ...payloadAnswer(z.object({ message: z.string(), kid: z.string() })),
        example: { payload: { message: "jwt key rotated", kid: "8mKXw2" } },
      },
      ...adminFailures,
    },
  },
  async ({ call, actor }) =>
    payload({ message: "jwt key rotated", kid: await rotateSigningKey(call, actor) }),
);

const sync = endpoint(
  {
    method: "post",
    path: "/v1/sync",
    plane: "admin",
    family: "iam",
    tag: "Service",
    summary: "Read everything from the database again",
    answers: { 200: iamMessageAnswer("synced"), ...adminFailures },
  },
  async ({ call }) => {
    await call.service.snapshots.reload();
    return iamMessage("synced");
  },
);

export const operationEndpoints: readonly Endpoint[] = [rotate, sync];
