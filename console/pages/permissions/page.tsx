/** Permissions (auth-wire 8.2). */
import { api, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../app/language.ts";
import { Time } from "../../parts/time.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { IAM } from "../../texts/iam.ts";
import { RECORDS } from "../../texts/records.ts";

type Permission = Schemas["Permission"];

export default function Page() {
  const text = useTexts(IAM);
  const records = useTexts(RECORDS);
  return (
    <IamPage<Permission>
      tab="permissions"
      base="/v1/permissions"
      component="PermissionBody"
      searchBy="name"
      nameOf={({ name }) => name}
      empty={text.emptyPermissions}
      columns={[
        { title: text.name, cell: ({ name }) => <bdi>{name}</bdi> },
        {
          ...{ title: text.resources, wide: true },
          cell: ({ resources }) => (
            <code>
              {resources
                .flatMap(({ paths }) => paths)
                .slice(0, 3)
                .join(", ")}
            </code>
          ),
        },
        {
          title: records.changed,
          wide: true,
          cell: ({ updated_at }) => <Time value={updated_at} />,
        },
      ]}
      bulk={[
        {
          ...{ label: records.delete, danger: true, consequence: text.deleteMany },
          run: ({ id }) => api.DELETE("/v1/permissions/{id}", { params: { path: { id } } }),
        },
      ]}
    />
  );
}
