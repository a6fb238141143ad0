/** {prefix}/v1/roles/relation: the role graph by names, out and in (auth-wire 2.10). */
import { dumpRoleRelation, loadRoleRelation, roleRelation } from "../../iam/roles/role-relation.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { iamMessage, iamMessageAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest } from "../endpoint/failures.ts";

const common = {
  plane: "admin",
  family: "iam",
  tag: "Roles",
  path: "/v1/roles/relation",
} as const;

const EXAMPLE = { ops: { roles: ["reader"], permissions: ["restart"] } };

const dump = endpoint(
  {
    ...common,
    act: "see rights",
    method: "get",
    summary: "Dump the role graph by names",
    description: "Not wrapped. Another installation takes it as it is.",
    answers: {
      200: { description: "Role name → names it contains", schema: roleRelation, example: EXAMPLE },
      ...adminFailures,
    },
  },
  ({ call }) => json(dumpRoleRelation(call.snapshot)),
);

const load = endpoint(
  {
    ...common,
    method: "put",
    summary: "Load the role graph by names",
    description:
      "For each known role the given lists replace the stored ones; unknown names are skipped. One transaction.",
    body: {
      kind: "json",
      schema: roleRelation,
      message: "cannot decode role relation",
      example: EXAMPLE,
    },
    answers: { 200: iamMessageAnswer("role relation updated"), ...badRequest, ...adminFailures },
  },
  async ({ call, body, actor }) => {
    await loadRoleRelation(call, body, actor);
    return iamMessage("role relation updated");
  },
);

export const roleRelationEndpoints: readonly Endpoint[] = [dump, load];
