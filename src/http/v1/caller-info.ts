/** {prefix}/info: the caller of X-User (auth-wire 2.9). */
import { z } from "zod";
import { requireCaller } from "../../iam/caller.ts";
import { readInfo } from "../../iam/principals/profile.ts";

import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { badQuery, noCaller, unavailable } from "../endpoint/failures.ts";
import { flagParameter } from "../endpoint/list.ts";

const callerInfo = z
  .object({
    details: z.record(z.string(), z.unknown()),
    roles: z.array(z.string()).optional(),
    permissions: z.array(z.string()).optional(),
    data: z.array(z.unknown()).optional(),
    is_active: z.boolean(),
  })
  .meta({ id: "CallerInfo" });

export const callerInfoEndpoint = endpoint(
  {
    method: "get",
    path: "/info",
    plane: "caller",
    family: "iam",
    tag: "Own account",
    summary: "Details, roles and permissions of the caller",
    query: z.object({ data: flagParameter(false) }),
    answers: {
      200: {
        ...payloadAnswer(callerInfo, "Without password and secret"),
        example: {
          payload: {
            details: { name: "Ada", email: "ada@example.com" },
            roles: ["ops"],
            permissions: ["read-api"],
            is_active: true,
          },
        },
      },
      ...badQuery,
      ...noCaller,
      ...unavailable,
    },
  },
  async ({ call, caller, query }) =>
    payload(await readInfo(call, requireCaller(caller), query.data)),
);
