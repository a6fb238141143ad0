/** {prefix}/v1/permissions: what may be reached, by host, path and method (auth-wire 2.5, 2.7). */
import { z } from "zod";
import { notFound as missing } from "../../iam/refusals.ts";
import {
  permissionBody,
  permissionPatch,
  permissionView,
} from "../../iam/roles/permission-schema.ts";
import { viewPermission } from "../../iam/roles/permission-view.ts";
import {
  createPermission,
  deletePermission,
  patchPermission,
  replacePermission,
} from "../../iam/roles/permissions.ts";
import { viewResource } from "../../iam/roles/resource-schema.ts";
import { selectPermissions } from "../../iam/search/permission-filter.ts";
import { PERMISSION_SORTS, sortPermissions } from "../../iam/search/role-sort.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badQuery } from "../endpoint/failures.ts";
import { flagParameter } from "../endpoint/list.ts";
import { csvExport } from "./csv-export.ts";
import { cut, iamPage, listAnswer, listed, sortedListShape, textFilter } from "./iam-list.ts";
import {
  createRecord,
  deleteRecord,
  patchRecord,
  readRecord,
  replaceRecord,
} from "./iam-record.ts";

const TAG = "Permissions";
const KIND = {
  path: "/v1/permissions/:id",
  tag: TAG,
  topic: "permissions",
  name: "permission",
} as const;
const expansion = { add_roles: flagParameter(true) };

const filters = {
  id: textFilter("Exact"),
  name: textFilter("Part of the name, any case"),
  description: textFilter("Part of the description, any case"),
  search: textFilter("Part of id, name or description"),
  method: textFilter("Has a resource for this method"),
  path: textFilter("Has a resource for this path; with `method`, the same resource"),
};

const RESOURCE = {
  hosts: [],
  paths: ["/api/**"],
  methods: ["GET"],
  excluded: [{ hosts: [], paths: ["/api/admin/**"], methods: ["*"] }],
};

export const PERMISSION_BODY = {
  name: "read-api",
  resources: [RESOURCE],
  description: "Reading the API",
  scope: { api: ["api-reader"] },
};

const EXAMPLE = {
  id: "01J0PERMA0000000000000000A",
  ...PERMISSION_BODY,
  resources: [viewResource(RESOURCE)],
  data: {},
  created_at: "2030-05-01T10:00:00Z",
  updated_at: "2030-05-02T10:00:00Z",
  updated_by: "admin@example.com",
  roles: [{ id: "01J0ROLEA0000000000000000A", name: "ops" }],
};

/** The name without the `[op]` at its end, found in one pass (N-10). */
function withoutOperator(name: string): string {
  const previous = name.lastIndexOf("]", name.length - 2);
  const open = name.endsWith("]") ? name.indexOf("[", previous + 1) : -1;
  return open < 0 ? name : name.slice(0, open);
}

/** `data.<key>=<text>`, also as `data.<key>[op]=<text>` (auth-wire 1.4, 2.5). */
const dataFilters = (url: string): [string, string][] =>
  [...new URL(url).searchParams].flatMap(([name, text]): [string, string][] => {
    const key = withoutOperator(name);
    return key.startsWith("data.") && text !== "" ? [[key.slice("data.".length), text]] : [];
  });

const create = createRecord(KIND, {
  schema: permissionBody,
  example: PERMISSION_BODY,
  exampleId: EXAMPLE.id,
  description:
    "Hosts and paths are globs (`*`, `**`, `?`, `[a-z]`, `{a,b}`); a pattern that is malformed or too complex is refused.",
  create: createPermission,
});

const list = endpoint(
  {
    ...{ plane: "admin", family: "iam", tag: TAG },
    act: "see rights",
    method: "get",
    path: "/v1/permissions",
    summary: "List permissions",
    description: "`data.<key>=<text>` finds permissions whose data holds the text under that key.",
    query: z.object({
      ...sortedListShape(PERMISSION_SORTS),
      ...filters,
      ...expansion,
    }),
    answers: { 200: listAnswer(permissionView, EXAMPLE), ...badQuery, ...adminFailures },
  },
  async ({ call, query, request }) => {
    const data = dataFilters(request.url);
    const sorted = await sortPermissions(
      selectPermissions(call.snapshot, { ...query, data }),
      query._sort,
    );
    const page = iamPage(query);
    const shown = cut(sorted, page).map((record) => viewPermission(call.snapshot, record, query));
    return listed(shown, page, sorted.length);
  },
);

const exportCsv = csvExport({
  list: "/v1/permissions",
  ...{ tag: TAG, act: "see rights", nouns: "permissions", file: "permissions", filters },
  columns: ["Name", "Description", "Resources"],
  example: ["read-api", "Reading the API", '[{"hosts":[],"paths":["/api/**"]}]'],
  rows: ({ snapshot }, query) =>
    selectPermissions(snapshot, query).map(({ name, description, resources }) => [
      name,
      description,
      JSON.stringify(resources.map(viewResource)),
    ]),
});

const read = readRecord(KIND, {
  act: "see rights",
  view: permissionView,
  query: z.object(expansion),
  example: EXAMPLE,
  show(call, id, query) {
    const permission = call.snapshot.permissions.get(id);
    if (!permission) throw missing("permission", "get", id);
    return viewPermission(call.snapshot, permission, query);
  },
});

const replace = replaceRecord(KIND, {
  schema: permissionBody,
  example: PERMISSION_BODY,
  description: "Members that are left out become empty.",
  write: replacePermission,
});

const patch = patchRecord(KIND, {
  schema: permissionPatch,
  example: { public: true },
  description: "A present member replaces the old value completely; an empty name is ignored.",
  write: patchPermission,
});

const remove = deleteRecord(
  KIND,
  "Roles, users, service accounts and API keys lose it. An API key that loses its last role or permission is disabled.",
  deletePermission,
);

/** The export stands before the record, whose `:id` would take its path. */
export const permissionEndpoints: readonly Endpoint[] = [
  create,
  list,
  exportCsv,
  read,
  replace,
  patch,
  remove,
];
