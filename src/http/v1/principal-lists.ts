/** Lists and exports of users and service accounts (auth-wire 2.5, 2.10). */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import { reachedRoles } from "../../iam/administrators/limited.ts";
import { holdingsOf } from "../../iam/principals/holdings.ts";
import { principalView } from "../../iam/principals/principal-schema.ts";
import { viewPrincipal } from "../../iam/principals/principal-view.ts";
import type { PrincipalKind } from "../../iam/principals/principals.ts";
import { type Selection, selectPrincipals } from "../../iam/search/principal-list.ts";
import { PRINCIPAL_SORTS } from "../../iam/search/principal-sort.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badQuery } from "../endpoint/failures.ts";
import { flagParameter } from "../endpoint/list.ts";
import { csvExport } from "./csv-export.ts";
import {
  flagFilter,
  iamPage,
  listAnswer,
  listed,
  listFilter,
  sortedListShape,
  textFilter,
} from "./iam-list.ts";
import { PRINCIPAL_EXAMPLE } from "./principal-examples.ts";

/** What a record or a list shows beside the stored members. */
export const principalExpansion = {
  add_roles: flagParameter(true),
  add_permissions: flagParameter(true),
  add_data: flagParameter(false),
  add_scope_roles: flagParameter(false),
};

const filters = {
  id: textFilter("Exact; with `alias`, all filters but `is_active` are left out"),
  alias: textFilter("Exact, in the form in which aliases are compared"),
  name: textFilter("Part of `details.name`, any case"),
  email: textFilter("Part of `details.email`, any case"),
  uid: textFilter("Part of `details.uid`, any case"),
  search: textFilter("Part of an alias, the description, name, email or uid"),
  role_ids: listFilter("Holds one of these roles, by whatever role contains it"),
  permission: listFilter("Holds, by whatever role, a permission with such a part in its name"),
  method: textFilter("Holds, by whatever role, a permission for this method"),
  path: textFilter(
    "Holds, by whatever role, a permission for this path; with `method`, in one resource",
  ),
  role_type: textFilter("`PERMANENT` or `TEMPORARY` (active now): which grants of roles count"),
  is_active: flagFilter(),
  suspended: flagFilter("Suspended by an administrator, or not"),
};

/** An administrator with fewer rights finds and counts those alone whom they reach. */
const withinReach = <Q>({ limits }: Call, query: Q) => ({
  ...query,
  within: limits && reachedRoles(limits),
});

function pageOfSelection(selection: Selection, offset: number, limit: number): PrincipalRecord[] {
  const records: PrincipalRecord[] = [];
  if (limit === 0) return records;
  for (const record of selection.from(offset)) {
    if (records.push(record) === limit) break;
  }
  return records;
}

const BATCH_SIZE = 100;

async function csvRow(call: Call, record: PrincipalRecord, at: number): Promise<string[]> {
  const details = await record.details.openUncached().catch(() => ({}));
  const text = (key: string) => {
    const value: unknown = Object.hasOwn(details, key) ? Reflect.get(details, key) : "";
    return typeof value === "string" ? value : JSON.stringify(value ?? "");
  };
  const roles = holdingsOf(call.snapshot, record, at).roles.flatMap(
    ({ id }) => call.snapshot.roles.get(id)?.name ?? [],
  );
  const active = String(!record.disabled);
  return [text("uid"), text("name"), text("email"), roles.join(","), active];
}

/** Opens the details in batches, so that a full export does not hold up other requests. */
async function* csvRows(call: Call, selection: Selection, at: number): AsyncGenerator<string[]> {
  let batch: PrincipalRecord[] = [];
  const rows = (records: PrincipalRecord[]) =>
    Promise.all(records.map((record) => csvRow(call, record, at)));
  for (const record of selection.from(0)) {
    if (batch.push(record) < BATCH_SIZE) continue;
    yield* await rows(batch);
    batch = [];
  }
  yield* await rows(batch);
}

function routes(kind: PrincipalKind, base: string, tag: string, file: string): Endpoint[] {
  const nouns = kind === "user" ? "users" : "service accounts";
  const act = kind === "user" ? "see people" : "see rights";
  const example = { ...PRINCIPAL_EXAMPLE, service_account: kind === "service_account" };
  return [
    endpoint(
      {
        ...{ method: "get", plane: "admin", act, family: "iam", tag },
        path: base,
        summary: `List ${nouns}`,
        description:
          "Different filters must all pass. Pages without filters and pages of known matches cost the same at any size. Sorting costs one pass over the matches for each order, and again after a change of one of them. The first search for a text after a start opens the sealed details of all records once and takes seconds at a hundred thousand.",
        query: z.object({ ...sortedListShape(PRINCIPAL_SORTS), ...filters, ...principalExpansion }),
        answers: { 200: listAnswer(principalView, example), ...badQuery, ...adminFailures },
      },
      async ({ call, query }) => {
        const at = now(call);
        const reachable = withinReach(call, query);
        const selection = await selectPrincipals(call.snapshot, kind, reachable, at, query._sort);
        const page = iamPage(query);
        const records = pageOfSelection(selection, page.offset, page.limit);
        const show = { ...query, lenient: true };
        const shown = await Promise.all(
          records.map((record) => viewPrincipal(call.snapshot, record, at, show)),
        );
        return listed(shown, page, selection.total);
      },
    ),
    csvExport({
      list: base,
      ...{ tag, act, nouns, file, filters },
      description: "Roles include contained ones.",
      columns: ["UID", "Name", "Email", "Roles", "Is Active"],
      example: ["ann", "Ann", "ann@example.com", "ops,reader", "true"],
      async rows(call, query, at) {
        const reachable = withinReach(call, query);
        return csvRows(call, await selectPrincipals(call.snapshot, kind, reachable, at), at);
      },
    }),
  ];
}

export const principalListEndpoints: readonly Endpoint[] = [
  ...routes("user", "/v1/users", "Users", "users"),
  ...routes("service_account", "/v1/service-accounts", "Service accounts", "service"),
];
