/** Roles (auth-wire 8.2). */

import { fill } from "../../../src/std/texts/fill.ts";
import { api, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { Time } from "../../parts/time.tsx";
import { ListFilters } from "../../people/list-filters.tsx";
import { ExportLink } from "../../records/export-link.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { RoleForm } from "./form.tsx";
import { Holders } from "./holders.tsx";

type Role = Schemas["Role"];

const FRESH = { name: "", permission_ids: [], role_ids: [], data: {} };

export default function Page() {
  const text = useTexts("iam");
  const access = useTexts("access");
  const records = useTexts("records");
  return (
    <IamPage<Role>
      tab="roles"
      base="/v1/roles"
      searchBy="search"
      nameOf={({ name }) => name}
      empty={text.emptyRoles}
      fresh={FRESH}
      consequence={({ total_users }, name) => fill(access.deleteRole, { name, count: total_users })}
      filters={(values, set) => (
        <ListFilters {...{ values, set }} names={["role_ids", "permission", "method", "path"]} />
      )}
      actions={<ExportLink base="/v1/roles" />}
      form={(value, onChange, id) => <RoleForm {...{ value, onChange, id }} />}
      refuse={({ name }) => (String(name ?? "").trim() === "" ? access.needName : undefined)}
      panels={(_, id) => <Holders role={id} />}
      columns={[
        {
          ...{ title: text.name, sort: "name", long: true, share: 1.4 },
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        {
          ...{ title: text.description, wide: true, note: true, share: 1.5, sort: "description" },
          cell: ({ description }) => <bdi>{description}</bdi>,
        },
        {
          ...{ title: access.permissionCount, wide: true, share: 1.2 },
          cell: ({ permission_ids }) => permission_ids.length,
        },
        {
          ...{ title: access.roleCount, wide: true, share: 0.9 },
          cell: ({ role_ids }) => role_ids.length,
        },
        {
          ...{ title: text.users, share: 0.9, sort: "total_users" },
          cell: ({ total_users }) => total_users,
        },
        {
          ...{ title: records.changed, wide: true, sort: "updated_at" },
          cell: ({ updated_at }) => <Time value={updated_at} />,
        },
      ]}
      bulk={[
        {
          ...{ label: records.delete, danger: true, consequence: access.deleteRoles },
          run: ({ id }) => api.DELETE("/v1/roles/{id}", { params: { path: { id } } }),
        },
      ]}
    />
  );
}
