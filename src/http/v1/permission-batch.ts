/** {prefix}/v1/permissions/bulk and /keep: many permissions in one transaction (auth-wire 2.10; C6). */
import { z } from "zod";
import { permissionBody } from "../../iam/roles/permission-schema.ts";
import { createPermissions, keepPermissions } from "../../iam/roles/permissions.ts";
import { reference } from "../../iam/roles/role-schema.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict } from "../endpoint/failures.ts";
import { PERMISSION_BODY } from "./permissions.ts";

const MAX_PERMISSIONS = 10_000;
const common = { plane: "admin", family: "iam", tag: "Permissions" } as const;
const ID = "01J0PERMA0000000000000000A";

const bulk = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/permissions/bulk",
    summary: "Create many permissions",
    description: "All of them or none.",
    body: {
      kind: "json",
      schema: z
        .array(permissionBody)
        .max(MAX_PERMISSIONS, `must have at most ${MAX_PERMISSIONS} entries`),
      message: "cannot decode permissions",
      example: [PERMISSION_BODY],
    },
    answers: {
      200: {
        ...payloadAnswer(z.object({ ids: z.array(z.string()) }), "Created, in the given order"),
        example: { payload: { ids: [ID] } },
      },
      ...badRequest,
      ...adminFailures,
      ...conflict,
    },
  },
  async ({ call, body, actor }) => payload({ ids: await createPermissions(call, body, actor) }),
);

const keep = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/permissions/keep",
    summary: "Delete all permissions but the named ones",
    description:
      "Whatever is not listed is deleted, in one transaction; an empty list deletes every permission.",
    body: {
      kind: "json",
      schema: z
        .array(z.object({ name: z.string().max(256) }))
        .max(MAX_PERMISSIONS, `must have at most ${MAX_PERMISSIONS} entries`),
      message: "cannot decode permissions",
      example: [{ name: "read-api" }],
    },
    answers: {
      200: {
        ...payloadAnswer(z.array(reference), "What was deleted"),
        example: { payload: [{ id: ID, name: "old-api" }] },
      },
      ...badRequest,
      ...adminFailures,
    },
  },
  async ({ call, body, actor }) =>
    payload(
      await keepPermissions(
        call,
        body.map(({ name }) => name),
        actor,
      ),
    ),
);

export const permissionBatchEndpoints: readonly Endpoint[] = [bulk, keep];
