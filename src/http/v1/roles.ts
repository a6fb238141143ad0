/** {prefix}/v1/roles: roles, roles that contain roles, their members counted (auth-wire 2.5, 2.6, 2.10). */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import { reachedRoles, shownRoles } from "../../iam/administrators/limited.ts";
import { notFound as missing } from "../../iam/refusals.ts";
import { roleBody, rolePatch, roleView } from "../../iam/roles/role-schema.ts";
import { type RoleExpansion, references, viewRole } from "../../iam/roles/role-view.ts";
import { createRole, deleteRole, patchRole, replaceRole } from "../../iam/roles/roles.ts";
import { selectRoles } from "../../iam/search/permission-filter.ts";
import { ROLE_SORTS, sortRoles } from "../../iam/search/role-sort.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badQuery } from "../endpoint/failures.ts";
import { flagParameter } from "../endpoint/list.ts";
import { csvExport } from "./csv-export.ts";
import {
  cut,
  iamPage,
  listAnswer,
  listed,
  listFilter,
  sortedListShape,
  textFilter,
} from "./iam-list.ts";
import {
  createRecord,
  deleteRecord,
  patchRecord,
  readRecord,
  replaceRecord,
} from "./iam-record.ts";

const TAG = "Roles";
const KIND = { path: "/v1/roles/:id", tag: TAG, topic: "roles", name: "role" } as const;

const expansion = {
  add_roles: flagParameter(true),
  add_permissions: flagParameter(true),
  add_total_users: flagParameter(true),
};

/** How many hold a role is told to those who reach all of them. */
function expanded({ limits }: Call, show: RoleExpansion): RoleExpansion {
  const bounded = limits !== undefined && reachedRoles(limits) !== undefined;
  return bounded ? { ...show, add_total_users: false } : show;
}

const filters = {
  id: textFilter("Exact"),
  name: textFilter("Part of the name, any case"),
  description: textFilter("Part of the description, any case"),
  search: textFilter("Part of id, name or description"),
  permission_ids: listFilter("Lists one of these permissions"),
  role_ids: listFilter("Contains one of these roles, at any depth"),
  permission: listFilter("Has a permission with such a part in its name, also by a contained role"),
  method: textFilter("Has a permission for this method, also by a contained role"),
  path: textFilter("Has a permission for this path; with `method`, in the same resource"),
};

const BODY = {
  name: "ops",
  permission_ids: ["01J0PERMA0000000000000000A"],
  role_ids: ["01J0ROLEC0000000000000000C"],
  description: "Runs the machines",
};

export const ROLE_EXAMPLE = {
  id: "01J0ROLEA0000000000000000A",
  name: "ops",
  permission_ids: ["01J0PERMA0000000000000000A"],
  role_ids: ["01J0ROLEC0000000000000000C"],
  data: {},
  description: "Runs the machines",
  created_at: "2030-05-01T10:00:00Z",
  updated_at: "2030-05-02T10:00:00Z",
  updated_by: "admin@example.com",
  roles: [{ id: "01J0ROLEC0000000000000000C", name: "reader" }],
  permissions: [{ id: "01J0PERMA0000000000000000A", name: "read-api" }],
  total_users: 3,
};

const create = createRecord(KIND, {
  schema: roleBody,
  example: BODY,
  exampleId: ROLE_EXAMPLE.id,
  description:
    "Role and permission ids must exist. Roles may contain each other; cycles are harmless.",
  create: createRole,
});

const list = endpoint(
  {
    ...{ plane: "admin", family: "iam", tag: TAG },
    act: "see roles",
    method: "get",
    path: "/v1/roles",
    summary: "List roles",
    query: z.object({
      ...sortedListShape(ROLE_SORTS),
      ...filters,
      ...expansion,
    }),
    answers: { 200: listAnswer(roleView, ROLE_EXAMPLE), ...badQuery, ...adminFailures },
  },
  async ({ call, query }) => {
    const at = now(call);
    const matches = shownRoles(call, selectRoles(call.snapshot, query));
    const sorted = await sortRoles(call.snapshot, matches, at, query._sort);
    const page = iamPage(query);
    const shown = cut(sorted, page).map((role) =>
      viewRole(call.snapshot, role, at, expanded(call, query)),
    );
    return listed(shown, page, sorted.length);
  },
);

const namesOf = (entries: readonly { readonly name: string }[]) =>
  JSON.stringify(entries.map(({ name }) => name));

const exportCsv = csvExport({
  list: "/v1/roles",
  ...{ tag: TAG, act: "see roles", nouns: "roles", file: "roles", filters },
  columns: ["Name", "Permissions", "Roles", "Description", "Total Users"],
  example: ["ops", '["read-api"]', '["reader"]', "Runs the machines", "3"],
  rows(call, query, at) {
    const { snapshot } = call;
    const show = expanded(call, {
      ...{ add_roles: true, add_permissions: false, add_total_users: true },
    });
    return shownRoles(call, selectRoles(snapshot, query)).map((role) => [
      role.name,
      namesOf(references(role.permission_ids, snapshot.permissions)),
      namesOf(references(role.role_ids, snapshot.roles)),
      role.description,
      String(viewRole(snapshot, role, at, show).total_users ?? ""),
    ]);
  },
});

const read = readRecord(KIND, {
  act: "see roles",
  view: roleView,
  query: z.object(expansion),
  example: ROLE_EXAMPLE,
  show(call, id, query) {
    const found = call.snapshot.roles.get(id);
    const [role] = shownRoles(call, found ? [found] : []);
    if (!role) throw missing("role", "get", id);
    return viewRole(call.snapshot, role, now(call), expanded(call, query));
  },
});

const replace = replaceRecord(KIND, {
  schema: roleBody,
  example: BODY,
  description: "Members that are left out become empty.",
  write: replaceRole,
});

const patch = patchRecord(KIND, {
  schema: rolePatch,
  example: { permission_ids: BODY.permission_ids },
  description: "A present member replaces the old value completely; an empty name is ignored.",
  write: patchRole,
});

const remove = deleteRecord(
  KIND,
  "Users, service accounts, other roles, LDAP maps, API keys and the default roles of signup lose it. An API key that loses its last role or permission is disabled.",
  deleteRole,
);

/** The export stands before the record, whose `:id` would take its path. */
export const roleEndpoints: readonly Endpoint[] = [
  create,
  list,
  exportCsv,
  read,
  replace,
  patch,
  remove,
];
