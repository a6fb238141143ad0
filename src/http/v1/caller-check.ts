/** {prefix}/check and {prefix}/v1/me/check: may the caller make that request (auth-wire 2.9). */
import { checkCaller } from "../../iam/permission-check/check-identity.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { badRequest, noCaller, unavailable } from "../endpoint/failures.ts";
import { CHECK_MESSAGE, callerCheckBody, checkAnswer, REQUEST_EXAMPLE } from "./check-body.ts";

/** Open to anonymous callers, because public permissions apply to them too. */
const route = (path: string): Endpoint =>
  endpoint(
    {
      method: "post",
      path,
      plane: "public",
      family: "iam",
      tag: "Permission check",
      summary: "May the caller of X-User make that request?",
      description:
        "Without a known caller a public match is allowed and everything else is answered with 401.",
      body: {
        kind: "json",
        schema: callerCheckBody,
        message: CHECK_MESSAGE,
        example: REQUEST_EXAMPLE,
      },
      answers: { 200: checkAnswer, ...badRequest, ...noCaller, ...unavailable },
    },
    ({ call, caller, body }) => json(checkCaller(call, caller, body)),
  );

export const callerCheckEndpoints: readonly Endpoint[] = [route("/check"), route("/v1/me/check")];
