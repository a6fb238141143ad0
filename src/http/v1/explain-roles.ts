/** {prefix}/v1/users/{id}/explain-roles and its twin for service accounts: why is this role there? */
import { z } from "zod";
import { now } from "../../call.ts";
import { explainRoles } from "../../iam/principals/explain-roles.ts";
import type { PrincipalKind } from "../../iam/principals/principals.ts";
import { waysOf } from "../../iam/principals/ways.ts";
import { explainTokenRoles } from "../../oauth2/explain-token-roles.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, notFound } from "../endpoint/failures.ts";
import { requirePrincipal } from "./required-user.ts";
import { startView, wayView } from "./way-view.ts";

const member = (most: number, description: string) =>
  z
    .string()
    .max(most, `must be at most ${most} characters`)
    .nullish()
    .transform((text) => text ?? "")
    .meta({ type: "string", description });

const body = z
  .object({
    role: member(256, "Id or name of one role; empty: all"),
    client_id: member(2_048, "Also say which roles a token of this client would carry"),
    scope: member(4_096, "Scope that such a token is asked for, with spaces"),
  })
  .meta({ id: "ExplainRoles" });

const reference = z.object({ id: z.string(), name: z.string() });

const roleView = reference
  .extend({
    starts: z.array(startView).meta({ description: "How the record itself gives it" }),
    within: z.array(reference).meta({ description: "Held roles that contain it: at most 10" }),
    sources: z
      .object({
        groups: z.array(z.string()),
        providers: z.array(z.object({ provider: z.string(), values: z.array(z.string()) })),
      })
      .optional()
      .meta({
        description:
          "Of a synchronised role: group maps, and claim values of providers, that give it now. Which of them gave it to this user is not recorded.",
      }),
    ways: z.array(wayView).optional().meta({ description: "Only when one role is asked for" }),
  })
  .meta({ id: "ExplainedRole" });

const tokenView = z
  .object({
    client_id: z.string(),
    scope: z.array(z.string()).meta({ description: "With the default scope of the client" }),
    roles_claim: z.string().meta({ description: "Dot path of the claim" }),
    roles: z.array(
      z.object({
        name: z.string(),
        held: z.literal(true).optional().meta({
          description: "A role of this name is held, and the client has `roles_in_tokens`",
        }),
        from: z
          .array(z.object({ permission: reference, scope: z.string(), way: wayView.optional() }))
          .meta({ description: "Permissions whose map `scope` brings it: at most 3" }),
      }),
    ),
    total: z.int(),
    other_scopes: z
      .array(z.string())
      .meta({ description: "Scopes that were not granted and would bring names, too" }),
    refusal: z.string().optional().meta({ description: "Why there would be no such token" }),
  })
  .meta({ id: "ExplainedTokenRoles" });

const answer = z
  .object({
    roles: z.array(roleView).meta({ description: "At most 2,000" }),
    total: z.int().meta({ description: "Roles that are held, contained ones included" }),
    missing: z.array(z.string()).meta({ description: "Ids in the record without a role" }),
    token: tokenView.optional(),
  })
  .meta({ id: "ExplainedRoles" });

const TEAM = { id: "01J0ROLEA0000000000000000A", name: "reporting" };
const LEADS = { id: "01J0ROLEB0000000000000000B", name: "reporting-leads" };
const EXAMPLE = {
  roles: [
    { ...LEADS, starts: [{ given: "own" }], within: [] },
    { ...TEAM, starts: [], within: [LEADS] },
  ],
  total: 2,
  missing: [],
  token: {
    client_id: "web",
    scope: ["reports"],
    roles_claim: "roles",
    roles: [
      {
        name: "report-reader",
        from: [
          {
            permission: { id: "01J0PERMA0000000000000000A", name: "read-reports" },
            scope: "reports",
            way: { given: "own", roles: [LEADS, TEAM] },
          },
        ],
      },
    ],
    total: 1,
    other_scopes: [],
  },
};

const params = z.object({ id: z.string() });

function route(kind: PrincipalKind, base: string, tag: string): Endpoint {
  const noun = kind === "user" ? "user" : "service account";
  return endpoint(
    {
      method: "post",
      path: `${base}/:id/explain-roles`,
      plane: "admin",
      act: kind === "user" ? "see people" : "see rights",
      family: "iam",
      tag,
      params,
      summary: `Why does one ${noun} have its roles?`,
      description:
        "Every way to each role that is held now. With `client_id`, also which role names a token of that client would carry, and which permission brings them; nothing is issued.",
      body: {
        kind: "json",
        schema: body,
        message: "cannot explain roles",
        example: { client_id: "web", scope: "reports" },
      },
      answers: {
        200: { ...payloadAnswer(answer), example: { payload: EXAMPLE } },
        ...badRequest,
        ...adminFailures,
        ...notFound,
      },
    },
    async ({ call, params: { id }, body }) => {
      const principal = requirePrincipal(call, kind, id);
      const ways = waysOf(call.snapshot, principal, now(call));
      const told = explainRoles(call.snapshot, principal, ways, body.role);
      if (!body.client_id) return payload(told);
      return payload({ ...told, token: await explainTokenRoles(call, principal, body, ways) });
    },
  );
}

export const explainRolesEndpoints: readonly Endpoint[] = [
  route("user", "/v1/users", "Users"),
  route("service_account", "/v1/service-accounts", "Service accounts"),
];
