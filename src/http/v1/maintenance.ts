/** POST {prefix}/v1/maintenance/flow-codes/purge: expired rows go now, not at the hour (7.4). */
import { z } from "zod";
import { purgeFlowCodes } from "../../codes/purge.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures } from "../endpoint/failures.ts";

const purge = endpoint(
  {
    method: "post",
    path: "/v1/maintenance/flow-codes/purge",
    plane: "admin",
    family: "service",
    tag: "Service",
    summary: "Remove expired codes, pending flows and revocations",
    description: "The same as the hourly purge; safe while other instances do it too.",
    answers: {
      200: {
        ...payloadAnswer(z.object({ deleted: z.number().int() })),
        example: { payload: { deleted: 3 } },
      },
      ...adminFailures,
    },
  },
  async ({ call }) => {
    try {
      return payload({ deleted: await purgeFlowCodes(call.service.store) });
    } catch (cause) {
      if (cause instanceof AuthError) throw cause; // the database is away
      throw new AuthError("server_error", message("refusal.no_purge"), { cause });
    }
  },
);

export const maintenanceEndpoints: readonly Endpoint[] = [purge];
