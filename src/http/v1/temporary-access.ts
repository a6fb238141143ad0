/** {prefix}/v1/users/{id}/access and its twin for service accounts (auth-wire 2.4). */
import { z } from "zod";
import type { PrincipalKind } from "../../iam/principals/principals.ts";
import { accessBody, changeAccess } from "../../iam/principals/temporary-access.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, notFound } from "../endpoint/failures.ts";

const params = z.object({ id: z.string() });

function route(kind: PrincipalKind, base: string, tag: string): Endpoint {
  const noun = kind === "user" ? "user" : "service account";
  return endpoint(
    {
      method: "post",
      path: `${base}/:id/access`,
      plane: "admin",
      ...(kind === "user" && { act: "change people" }),
      family: "iam",
      tag,
      params,
      summary: `Grant or remove temporary access of one ${noun}`,
      description:
        "With an end, each named role and permission is granted until then, or gets the new window; without one the named temporary grants are removed. Permanent grants stay.",
      body: {
        kind: "json",
        schema: accessBody,
        message: "cannot decode user access",
        example: { role_ids: ["01J0ROLEB0000000000000000B"], expires_in: "8h" },
      },
      answers: {
        200: iamMessageAnswer("user access updated"),
        ...badRequest,
        ...adminFailures,
        ...notFound,
      },
    },
    async ({ call, params: { id }, body, actor }) => {
      await changeAccess(call, kind, id, body, actor);
      return iamMessage("user access updated");
    },
  );
}

export const accessEndpoints: readonly Endpoint[] = [
  route("user", "/v1/users", "Users"),
  route("service_account", "/v1/service-accounts", "Service accounts"),
];
