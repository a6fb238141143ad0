/** {prefix}/v1/device: a person connects a device (RFC 8628 §3.3; auth-wire 5.12; D19). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { requireOwner } from "../../iam/owner.ts";
import { authenticationOf } from "../../identity.ts";
import {
  clientOf,
  type DeviceUser,
  decideDeviceRequest,
  mayConnect,
  openDeviceRequest,
} from "../../oauth2/device/decide.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import {
  badRequest,
  noCaller,
  notFound,
  refusedCaller,
  unavailable,
} from "../endpoint/failures.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;

const answers = {
  ...notFound,
  ...noCaller,
  ...refusedCaller,
  429: { description: "Too many codes that no device has; `Retry-After`" },
  ...unavailable,
};

const view = z
  .object({
    client_id: z.string(),
    scope: z.string().meta({ description: "space separated" }),
    resource: z.array(z.string()),
    status: z.enum(["pending", "approved", "denied"]),
    allowed: z.literal(false).optional().meta({
      description: "The account may not use the client: the request can only be denied.",
    }),
  })
  .meta({ id: "DeviceRequest" });

const deviceUser = (call: Call, caller: CallerContext): DeviceUser => ({
  principal: requireOwner(call.snapshot, caller),
  ...authenticationOf(caller),
});

const show = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/device/:user_code",
    // Looking a code up makes the request this user's.
    changesState: true,
    summary: "What a device asks for",
    description: "The first user who looks a code up is the one who may decide.",
    params: z.object({ user_code: z.string() }),
    answers: {
      200: {
        ...payloadAnswer(view),
        example: {
          payload: {
            client_id: "television",
            scope: "openid profile",
            resource: [],
            status: "pending",
          },
        },
      },
      ...answers,
    },
  },
  async ({ call, caller, params }) => {
    const user = deviceUser(call, caller);
    const question = await openDeviceRequest(call, user, params.user_code);
    const { client_id, scope, resources, status, request } = question;
    const shown = { client_id, scope: scope.join(" "), resource: resources, status };
    const refused = request && !mayConnect(call, await clientOf(call, question), user);
    return payload({ ...shown, ...(refused && { allowed: false as const }) });
  },
);

const decide = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/device",
    summary: "Allow or deny a device",
    description: '`action: "deny"` denies, anything else approves. The first decision is final.',
    body: {
      kind: "json",
      schema: z.object({ user_code: z.string(), action: z.string().optional() }),
      message: "cannot decode request",
      example: { user_code: "BCDF-GHJK", action: "approve" },
    },
    answers: {
      200: serviceMessageAnswer("device approved"),
      ...badRequest,
      ...answers,
      409: { description: "The request was decided already" },
    },
  },
  async ({ call, caller, body }) => {
    const approved = body.action !== "deny";
    const answer = { approved, remember_me: false };
    await decideDeviceRequest(call, deviceUser(call, caller), body.user_code, answer);
    return serviceMessage(approved ? "device approved" : "device denied");
  },
);

export const deviceEndpoints: readonly Endpoint[] = [show, decide];
