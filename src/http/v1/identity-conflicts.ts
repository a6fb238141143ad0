/** {prefix}/v1/identity-conflicts: people whose name belongs to another account, and what is decided about them (decision E-5). */
import { z } from "zod";
import { standingConflicts } from "../../iam/people/conflicts.ts";
import { DECISIONS, decideConflict } from "../../iam/people/decide.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, conflict, notFound } from "../endpoint/failures.ts";

const common = { plane: "admin", family: "service", tag: "Users" } as const;

const key = {
  provider: z.string().max(1_000).meta({ description: "Kind and ID of the record" }),
  issuer: z.string().max(2_048).meta({
    description: "Who vouches for the person; of a directory the attribute of the ID",
  }),
  subject: z.string().max(1_024).meta({ description: "The ID of the person there" }),
  name: z.string().max(1_000).meta({ description: "The name that both have" }),
};

const shown = z
  .object({
    ...key,
    label: z.string().meta({ description: "DN or name of the person there" }),
    reason: z.enum(["other_id", "other_source", "no_id", "several_accounts", "renamed", "address"]),
    user_id: z.string().meta({ description: "The account that has the name" }),
    source: z.string().meta({ description: "The record whose person the account is" }),
    created_at: z.string(),
    seen_at: z.string(),
  })
  .meta({ id: "IdentityConflict" });

const KEY = {
  provider: "ldap:directory",
  issuer: "entryUUID",
  subject: "6f1c2a44-5d0e-103f-8a3f-6b0c1e2d3f40",
  name: "grace",
};

const list = endpoint(
  {
    ...common,
    act: "see rights",
    method: "get",
    path: "/v1/identity-conflicts",
    summary: "List people whose name belongs to another account",
    description:
      "They were refused at a sign-in or a sync and wait for a decision; the newest first. `other_id`: the account is known by another ID of the same source. `other_source`: it belongs to another one. `renamed`: the person has an account and wants this name.",
    answers: {
      200: {
        ...payloadAnswer(z.array(shown)),
        example: {
          meta: { total_item_count: 1 },
          payload: [
            {
              ...KEY,
              label: "uid=grace,ou=people,dc=example,dc=com",
              reason: "other_id",
              user_id: "01J0USERA0000000000000000A",
              source: "ldap:directory",
              created_at: "2030-05-02T10:00:00.000Z",
              seen_at: "2030-05-02T10:10:00.000Z",
            },
          ],
        },
      },
      ...adminFailures,
    },
  },
  async ({ call }) => {
    const { principals } = call.service.snapshots.current;
    const conflicts = await standingConflicts(call.service);
    const rows = conflicts.map(({ created_at, seen_at, ...one }) => ({
      ...one,
      source: principals.get(one.user_id)?.source ?? "",
      created_at: created_at.toISOString(),
      seen_at: seen_at.toISOString(),
    }));
    return payload(rows, { total_item_count: rows.length });
  },
);

const decide = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/identity-conflicts/decide",
    summary: "Decide who a person with another account's name is",
    description:
      "`same`: the account is this person's; the new ID takes the place of the one that the same record gave. `other`: the account gives the name up and its sessions end, so that the person gets an account of their own at the next sign-in or sync. Was the name given again by the same source, the old account is disabled, too.",
    body: {
      kind: "json",
      schema: z.object({ ...key, decision: z.enum(DECISIONS) }),
      message: "cannot decode request",
      example: { ...KEY, decision: "other" },
    },
    answers: {
      200: serviceMessageAnswer("decided"),
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...conflict,
    },
  },
  async ({ call, body: { decision, ...asked }, actor }) => {
    await decideConflict(call, asked, decision, actor);
    return serviceMessage("decided");
  },
);

export const identityConflictEndpoints: readonly Endpoint[] = [list, decide];
