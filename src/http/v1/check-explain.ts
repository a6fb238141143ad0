/** {prefix}/v1/check/explain: why a permission check answers as it does, asked by an administrator. */
import { z } from "zod";
import { now } from "../../call.ts";
import { explainAccess, REASONS } from "../../iam/permission-check/explain.ts";
import { IDENTITY_STATES } from "../../iam/permission-check/explain-identity.ts";
import { json } from "../../web/reply.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";
import { checkBody, REQUEST_EXAMPLE } from "./check-body.ts";
import { wayView } from "./way-view.ts";

const focus = (what: string) =>
  z
    .string()
    .max(256)
    .nullish()
    .transform((text) => text ?? "")
    .meta({ type: "string", description: `Id or name of a ${what} to say more about` });

const body = checkBody
  .extend({ permission: focus("permission"), role: focus("role") })
  .meta({ id: "CheckExplain" });

const resourceView = z
  .object({
    permission: z.object({ id: z.string(), name: z.string(), public: z.boolean() }),
    resource: z.int().meta({ description: "Place in the permission's `resources`" }),
    pattern: z.string().optional().meta({ description: "The path pattern that matches" }),
    exclusion: z
      .object({ index: z.int(), pattern: z.string() })
      .optional()
      .meta({ description: "The excluded entry that takes the request out" }),
    failing: z
      .array(z.enum(["excluded", "host", "method", "path"]))
      .meta({ description: "Rules that do not hold; none: the resource covers the request" }),
    held: z.boolean().meta({ description: "The principal has the permission, or it is public" }),
    ways: z.array(wayView).meta({ description: "How it is held: at most 10" }),
    dormant: z
      .array(wayView)
      .optional()
      .meta({ description: "Temporary grants that would bring it: ended, or not begun" }),
  })
  .meta({ id: "ExplainedResource" });

const heldView = z.object({
  id: z.string(),
  name: z.string(),
  held: z.boolean(),
  ways: z.array(wayView),
  dormant: z.array(wayView),
});

const explanation = z
  .object({
    allowed: z.boolean().meta({ description: "What `/v1/check` answers to the same question" }),
    reason: z.enum(REASONS),
    identity: z.object({
      state: z
        .enum(IDENTITY_STATES)
        .meta({ description: "In every other state than `found` public permissions decide" }),
      principal: z
        .object({
          id: z.string(),
          alias: z.array(z.string()),
          kind: z.enum(["user", "service_account", "api_key"]),
          owner_id: z.string().optional(),
          inherits_owner: z.literal(true).optional(),
        })
        .optional(),
    }),
    request: z
      .object({
        host: z.string().optional(),
        path: z.string().optional(),
        method: z.string(),
        host_check: z.boolean(),
        default_hosts: z.array(z.string()),
      })
      .meta({ description: "In the one spelling that is compared; absent: not usable" }),
    decided_by: z
      .array(resourceView)
      .meta({ description: "What allows the request: at most 20; empty when it is refused" }),
    near_misses: z.array(resourceView).meta({
      description:
        "Of a refusal: held permissions that some rule keeps from matching, then those that would allow it and are not held: at most 20",
    }),
    complete: z.boolean().meta({ description: "Nothing was left out" }),
    focus: z
      .object({
        permission: heldView
          .extend({ public: z.boolean(), resources: z.array(resourceView) })
          .optional(),
        role: heldView.optional(),
      })
      .optional(),
  })
  .meta({ id: "CheckExplanation" });

const EXAMPLE = {
  allowed: true,
  reason: "held_permission",
  identity: {
    state: "found",
    principal: { id: "01J0A0B0C0D0E0F0G0H0J0K0M1", alias: ["ada"], kind: "user" },
  },
  request: {
    ...REQUEST_EXAMPLE,
    host_check: true,
    default_hosts: [],
  },
  decided_by: [
    {
      permission: { id: "01J0PERMA0000000000000000A", name: "read-reports", public: false },
      resource: 0,
      pattern: "/api/**",
      failing: [],
      held: true,
      ways: [{ given: "own", roles: [{ id: "01J0ROLEA0000000000000000A", name: "reporting" }] }],
    },
  ],
  near_misses: [],
  complete: true,
};

export const checkExplainEndpoint = endpoint(
  {
    method: "post",
    path: "/v1/check/explain",
    plane: "admin",
    act: "see rights",
    family: "iam",
    tag: "Permission check",
    summary: "Why may this identity make that request, or why not?",
    description:
      "Asks the same as `/v1/check` and says what decided: whom the question is about, the request as it is compared, permissions, patterns and exclusions, and the roles through which they are held.",
    body: {
      kind: "json",
      schema: body,
      message: "cannot explain check",
      example: { alias: "ada", ...REQUEST_EXAMPLE },
    },
    answers: {
      200: { description: "Not wrapped", schema: explanation, example: EXAMPLE },
      ...badRequest,
      ...adminFailures,
    },
  },
  ({ call, body }) => json(explainAccess(call.snapshot, now(call), body, body)),
);
