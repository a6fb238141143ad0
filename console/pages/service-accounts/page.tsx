/** Service accounts (auth-wire 8.2). */
import { api, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../app/language.ts";
import { Time } from "../../parts/time.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { State } from "../../records/state.tsx";
import { IAM } from "../../texts/iam.ts";
import { RECORDS } from "../../texts/records.ts";

type Principal = Schemas["Principal"];

export default function Page() {
  const text = useTexts(IAM);
  const records = useTexts(RECORDS);
  return (
    <IamPage<Principal>
      tab="service-accounts"
      base="/v1/service-accounts"
      component="PrincipalBody"
      searchBy="search"
      nameOf={({ alias, id }) => alias?.[0] ?? id}
      empty={text.emptyServiceAccounts}
      columns={[
        { title: text.names, cell: ({ alias, id }) => <bdi>{alias?.[0] ?? id}</bdi> },
        { title: text.name, cell: ({ details }) => <bdi>{String(details?.name ?? "")}</bdi> },
        { title: records.state, cell: ({ is_active }) => <State active={is_active} /> },
        {
          title: records.changed,
          wide: true,
          cell: ({ updated_at }) => <Time value={updated_at} />,
        },
      ]}
      bulk={[
        {
          label: text.disable,
          run: ({ id }) =>
            api.PATCH("/v1/service-accounts/{id}", {
              params: { path: { id } },
              body: { is_active: false },
            }),
        },
        {
          label: text.enable,
          run: ({ id }) =>
            api.PATCH("/v1/service-accounts/{id}", {
              params: { path: { id } },
              body: { is_active: true },
            }),
        },
        {
          ...{ label: records.delete, danger: true, consequence: text.deleteMany },
          run: ({ id }) => api.DELETE("/v1/service-accounts/{id}", { params: { path: { id } } }),
        },
      ]}
    />
  );
}
