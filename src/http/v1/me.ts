/** {prefix}/v1/me: the caller's profile and password (auth-wire 2.9). */
import { z } from "zod";
import { requireOwner } from "../../iam/owner.ts";
import { changeOwnPassword } from "../../iam/passwords/own-password.ts";
import { readProfile } from "../../iam/principals/profile.ts";

import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { badRequest, noCaller, refusedCaller, unavailable } from "../endpoint/failures.ts";

const common = { plane: "caller", family: "service", tag: "Own account" } as const;

const profile = z
  .object({
    id: z.string(),
    alias: z.array(z.string()),
    details: z.record(z.string(), z.unknown()),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    is_active: z.boolean(),
    local: z.boolean(),
    has_password: z.boolean().meta({
      description: "Whether a password is stored here, which `POST /v1/me/password` changes",
    }),
    password_rules: z
      .object({
        min_length: z.number().int(),
        refuses: z.array(z.enum(["words", "common", "breached"])).meta({
          description:
            "What is refused besides: little more than words of the account, common passwords, those stolen elsewhere",
        }),
      })
      .optional()
      .meta({ description: "What a new password has to be; with `has_password`" }),
    totp_enabled: z.boolean(),
    passkey_count: z.number().int(),
    api_key_count: z.number().int(),
  })
  .meta({ id: "Profile" });

const me = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/me",
    summary: "Own profile",
    answers: {
      200: {
        ...payloadAnswer(profile),
        example: {
          payload: {
            id: "01J0A0B0C0D0E0F0G0H0J0K0M0",
            alias: ["ada@example.com", "ada"],
            details: { name: "Ada", email: "ada@example.com" },
            roles: ["ops"],
            permissions: ["read-api"],
            is_active: true,
            local: true,
            has_password: true,
            totp_enabled: false,
            passkey_count: 0,
            api_key_count: 1,
          },
        },
      },
      ...noCaller,
      ...unavailable,
    },
  },
  async ({ call, caller }) =>
    payload(await readProfile(call, requireOwner(call.snapshot, caller, "read the profile"))),
);

const password = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/me/password",
    summary: "Change the own password",
    description: "Local users only. At least 8 characters or what is configured, at most 72 bytes.",
    body: {
      kind: "json",
      schema: z.object({ current_password: z.string(), new_password: z.string() }),
      message: "cannot decode request",
      example: { current_password: "correct horse", new_password: "battery staple" },
    },
    answers: {
      200: serviceMessageAnswer("password updated"),
      ...badRequest,
      ...noCaller,
      ...refusedCaller,
      ...unavailable,
    },
  },
  async ({ call, caller, body, actor }) => {
    await changeOwnPassword(call, requireOwner(call.snapshot, caller), body, actor);
    return serviceMessage("password updated");
  },
);

export const meEndpoints: readonly Endpoint[] = [me, password];
