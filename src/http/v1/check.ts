/** {prefix}/v1/check: may this identity do that, asked by an administrator (auth-wire 2.9, 3). */
import { checkIdentity } from "../../iam/permission-check/check-identity.ts";
import { json } from "../../web/reply.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";
import { CHECK_MESSAGE, checkAnswer, checkBody, REQUEST_EXAMPLE } from "./check-body.ts";

export const adminCheckEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/check",
    plane: "admin",
    act: "see rights",
    family: "iam",
    tag: "Permission check",
    summary: "May this identity make that request?",
    description:
      "Without identity, and for an unknown or disabled one, public permissions alone decide.",
    body: {
      kind: "json",
      schema: checkBody,
      message: CHECK_MESSAGE,
      example: { alias: "ada", ...REQUEST_EXAMPLE },
    },
    answers: { 200: checkAnswer, ...badRequest, ...adminFailures },
  },
  ({ call, body }) => json(checkIdentity(call, body)),
);
