/** {prefix}/v1/dashboard: totals, and every role with what it holds (auth-wire 2.9). */
import { z } from "zod";
import { now } from "../../call.ts";
import { roleView } from "../../iam/roles/role-schema.ts";
import { viewRole } from "../../iam/roles/role-view.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures } from "../endpoint/failures.ts";
import { ROLE_EXAMPLE } from "./roles.ts";

const total = z.number().int();

const dashboard = z
  .object({
    roles: z.array(roleView),
    total_roles: total,
    total_permissions: total,
    total_users: total.meta({ description: "Without service accounts" }),
    total_service_accounts: total,
    total_clients: total,
    total_registered_clients: total.meta({
      description: "Of those the ones that registered themselves",
    }),
  })
  .meta({ id: "Dashboard" });

const SHOW = { add_roles: true, add_permissions: true, add_total_users: true };

export const dashboardEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/dashboard",
    plane: "admin",
    act: "see what happens",
    family: "iam",
    tag: "Service",
    summary: "Totals and extended roles",
    answers: {
      200: {
        ...payloadAnswer(dashboard),
        example: {
          payload: {
            roles: [ROLE_EXAMPLE],
            total_roles: 1,
            total_permissions: 4,
            total_users: 42,
            total_service_accounts: 3,
            total_clients: 5,
            total_registered_clients: 1,
          },
        },
      },
      ...adminFailures,
    },
  },
  ({ call }) => {
    const { snapshot } = call;
    const at = now(call);
    return payload({
      roles: [...snapshot.roles.values()].map((role) => viewRole(snapshot, role, at, SHOW)),
      total_roles: snapshot.roles.size,
      total_permissions: snapshot.permissions.size,
      total_users: snapshot.users.size,
      total_service_accounts: snapshot.service_accounts.size,
      total_clients: snapshot.oauth_clients.size,
      total_registered_clients: [...snapshot.oauth_clients.values()].filter(
        ({ config }) => config?.dynamic,
      ).length,
    });
  },
);
