/** Roles (auth-wire 8.2). */
import { api, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../app/language.ts";
import { Time } from "../../parts/time.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { IAM } from "../../texts/iam.ts";
import { RECORDS } from "../../texts/records.ts";

type Role = Schemas["Role"];

export default function Page() {
  const text = useTexts(IAM);
  const records = useTexts(RECORDS);
  return (
    <IamPage<Role>
      tab="roles"
      base="/v1/roles"
      component="RoleBody"
      searchBy="search"
      nameOf={({ name }) => name}
      empty={text.emptyRoles}
      columns={[
        { title: text.name, cell: ({ name }) => <bdi>{name}</bdi> },
        {
          title: text.description,
          wide: true,
          cell: ({ description }) => <bdi>{description}</bdi>,
        },
        { title: text.users, cell: ({ total_users }) => total_users },
        {
          title: records.changed,
          wide: true,
          cell: ({ updated_at }) => <Time value={updated_at} />,
        },
      ]}
      bulk={[
        {
          ...{ label: records.delete, danger: true, consequence: text.deleteMany },
          run: ({ id }) => api.DELETE("/v1/roles/{id}", { params: { path: { id } } }),
        },
      ]}
    />
  );
}
