/** {prefix}/v1/ldap: the active directory, its sync, and a trial of one (specification, LDAP; auth-wire 6.1). */
import { z } from "zod";
import { listGroups, showPerson } from "../../directory/look.ts";
import { refusalOf } from "../../directory/step.ts";
import { syncDirectory } from "../../directory/sync.ts";
import { syncOne } from "../../directory/sync-one.ts";
import { tryDirectory } from "../../directory/try-directory.ts";
import { json } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  iamMessage,
  iamMessageAnswer,
  messageSchema,
  payload,
  payloadAnswer,
} from "../endpoint/envelope.ts";
import {
  adminFailures,
  badRequest,
  conflict,
  noDirectory,
  notFound,
} from "../endpoint/failures.ts";

const common = { plane: "admin", family: "iam", tag: "LDAP" } as const;

/** Runs `work`; a directory that fails becomes the refusal of the route. */
async function told<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error, message);
  }
}

const group = z
  .object({
    name: z.string(),
    dn: z.string(),
    ambiguous: z.boolean().meta({
      description: "Another group has the same name: only a map for the DN counts",
    }),
    members: z.array(z.string()).meta({ description: "Usernames, those of inner groups included" }),
    description: z.string(),
    role_ids: z.array(z.string()),
    map: z.enum(["none", "automatic", "explicit"]).meta({
      description: "Whether a sync or an administrator made the map of this group",
    }),
  })
  .meta({ id: "LdapGroup" });

const groups = endpoint(
  {
    ...common,
    act: "see rights",
    method: "get",
    path: "/v1/ldap/groups",
    summary: "List the groups of the directory",
    description: "Asks the active directory; nothing is written.",
    answers: {
      200: {
        ...payloadAnswer(z.array(group)),
        example: {
          meta: { total_item_count: 1 },
          payload: [
            {
              name: "operators",
              dn: "cn=operators,ou=groups,dc=example,dc=com",
              ambiguous: false,
              members: ["ada"],
              description: "Operators",
              role_ids: ["01J0ROLEA0000000000000000A"],
              map: "automatic",
            },
          ],
        },
      },
      ...adminFailures,
      ...noDirectory,
    },
  },
  async ({ call }) => {
    const listed = await told("failed getting groups", () => listGroups(call.service));
    return payload(listed, { total_item_count: listed.length });
  },
);

const person = z
  .object({
    dn: z.string(),
    uid: z.string(),
    email: z.string(),
    name: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    member_of: z.array(z.string()),
  })
  .meta({ id: "LdapUser" });

const username = z.object({ uid: z.string().max(320) });

const user = endpoint(
  {
    ...common,
    act: "see rights",
    method: "get",
    path: "/v1/ldap/users/:uid",
    params: username,
    summary: "Read one user of the directory",
    description: "By username or email.",
    answers: {
      200: {
        ...payloadAnswer(person),
        example: {
          payload: {
            dn: "uid=ada,ou=people,dc=example,dc=com",
            uid: "ada",
            email: "ada@example.com",
            name: "Ada",
            given_name: "Ada",
            family_name: "Example",
            member_of: [],
          },
        },
      },
      ...adminFailures,
      ...notFound,
      ...noDirectory,
    },
  },
  async ({ call, params: { uid } }) =>
    payload(await told("failed searching LDAP server", () => showPerson(call.service, uid))),
);

const force = z.boolean().nullish().transform(Boolean);
const syncBody = z.object({ force });
const wholeBody = z.object({
  force,
  leavers: z.boolean().nullish().transform(Boolean).meta({
    description: "Refuses who left also where they are too many at once",
  }),
});

const body = {
  kind: "json",
  schema: syncBody,
  optional: true,
  message: "cannot decode request",
  example: { force: false },
} as const;

const report = z
  .object({
    groups: z.number().int(),
    members: z.number().int(),
    roles_created: z.number().int(),
    maps_created: z.number().int(),
    users_created: z.number().int(),
    users_updated: z.number().int(),
    users_cleared: z.number().int().meta({ description: "Users who are in no group any more" }),
    users_left: z.number().int().meta({
      description:
        "Users who are refused since this run: not in the directory any more, or disabled there",
    }),
    users_returned: z.number().int(),
    leavers_held: z.number().int().meta({
      description:
        "Users who left and are not refused, because they were too many at once; `leavers` in the body takes them",
    }),
    untouched: z.number().int().meta({
      description: "Members with the name of a local user or a service account",
    }),
    onto_existing: z.array(z.string()).meta({
      description: "Groups that now give a role which existed before",
    }),
    without_map: z.array(z.string()).meta({
      description: "Groups that give nothing until they are mapped by hand",
    }),
    ambiguous: z.array(z.string()).meta({
      description:
        "Names that several groups have; they give nothing but by a map for the DN of one of them",
    }),
    conflicts: z.array(z.string()).meta({
      description: "Usernames whose name or email belongs to another account",
    }),
    refused: z
      .array(z.object({ uid: z.string(), dn: z.string(), reason: z.string() }))
      .meta({ description: "People who do not get the account or the name, with the reason" }),
    without_id: z.array(z.string()).meta({
      description:
        "Users of a directory who are not known by an ID yet: no entry was found for them",
    }),
    kept: z.array(z.string()).meta({
      description: "Users who keep their roles, because no administrator would be left",
    }),
  })
  .meta({ id: "LdapSyncReport" });

const REPORT = {
  groups: 12,
  members: 240,
  roles_created: 1,
  maps_created: 1,
  users_created: 3,
  users_updated: 5,
  users_cleared: 1,
  users_left: 1,
  users_returned: 0,
  leavers_held: 0,
  untouched: 0,
  onto_existing: [],
  without_map: [],
  ambiguous: [],
  conflicts: [],
  refused: [],
  without_id: [],
  kept: [],
};

const sync = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/ldap/sync",
    summary: "Sync all groups and users",
    description:
      "`force` also replaces aliases and profiles. Works while the periodic sync is off; one run at a time in the fleet. A directory that cannot be read whole changes nothing.",
    body: { ...body, schema: wholeBody },
    answers: {
      200: {
        description: "users synced",
        schema: z.object({ message: z.object({ text: z.string() }), payload: report }),
        example: { message: { text: "users synced" }, payload: REPORT },
      },
      ...badRequest,
      ...adminFailures,
      ...conflict,
      ...noDirectory,
    },
  },
  async ({ call, body: order }) => {
    const done = await told("ldap sync failed", () => syncDirectory(call, order));
    return json({ message: { text: "users synced" }, payload: done });
  },
);

const one = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/ldap/sync/:uid",
    params: username,
    summary: "Sync one user",
    description: "By username or email. Reads the groups of this user only.",
    body,
    answers: {
      200: iamMessageAnswer("user synced"),
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...conflict,
      ...noDirectory,
    },
  },
  async ({ call, params: { uid }, body: { force } }) => {
    await told("ldap sync failed", () => syncOne(call, uid, force));
    return iamMessage("user synced");
  },
);

const tried = z
  .object({
    steps: z.array(
      z.object({
        step: z.enum(["connect", "bind", "user", "groups"]),
        ok: z.boolean(),
        detail: z.string(),
        message: messageSchema
          .optional()
          .meta({ description: "The detail by id, where it is a sentence" }),
      }),
    ),
    ok: z.boolean(),
  })
  .meta({ id: "LdapTrial" });

const trial = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/ldap/test",
    summary: "Try a directory",
    description:
      "Connects, binds, and looks for one user and their groups; without `uid` for all groups. Ends with the first step that fails and changes nothing. Without `id` the active record is tried; a record that is not enabled can be tried, too.",
    body: {
      kind: "json",
      schema: z.object({
        id: z.string().nullish(),
        uid: z.string().max(320).nullish(),
      }),
      optional: true,
      message: "cannot decode request",
      example: { id: "directory", uid: "ada" },
    },
    answers: {
      200: {
        ...payloadAnswer(tried),
        example: {
          payload: {
            steps: [
              { step: "connect", ok: true, detail: "TLS" },
              { step: "bind", ok: false, detail: "bind.username or bind.password is wrong" },
            ],
            ok: false,
          },
        },
      },
      ...badRequest,
      ...adminFailures,
      ...notFound,
      ...noDirectory,
    },
  },
  async ({ call, body: { id, uid } }) => {
    const steps = await tryDirectory(call.service, id ?? undefined, uid ?? undefined);
    return payload({ steps, ok: steps.every((step) => step.ok) });
  },
);

export const ldapEndpoints: readonly Endpoint[] = [groups, user, sync, one, trial];
