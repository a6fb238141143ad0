/** Service accounts (auth-wire 8.2). */
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { detailsOf, withDetail } from "../../people/details.ts";
import { EffectiveAccess } from "../../people/effective-access.tsx";
import { wasGenerated } from "../../people/generated.ts";
import { ListFilters } from "../../people/list-filters.tsx";
import { Once } from "../../people/once.tsx";
import { usePrincipalBulk } from "../../people/principal-bulk.tsx";
import { usePrincipalColumns } from "../../people/principal-columns.tsx";
import { StoredSecret } from "../../people/stored-secret.tsx";
import { TemporaryAccess } from "../../people/temporary-access.tsx";
import { ExportLink } from "../../records/export-link.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { State } from "../../records/state.tsx";
import { RolesPanel } from "../explain/roles-panel.tsx";
import { refuseAccount, ServiceAccountForm } from "./form.tsx";

type Principal = Schemas["Principal"];

const FRESH = { alias: [], is_active: true, details: {} };

export default function Page() {
  const text = useTexts("iam");
  const people = useTexts("people");
  const access = useTexts("access");
  const [once, setOnce] = useState<string>();
  const columns = usePrincipalColumns(false);
  const bulk = usePrincipalBulk("/v1/service-accounts");
  return (
    <>
      <IamPage<Principal>
        {...{ columns, bulk }}
        tab="service-accounts"
        base="/v1/service-accounts"
        searchBy="search"
        nameOf={({ alias, id }) => alias?.[0] ?? id}
        empty={text.emptyServiceAccounts}
        fresh={FRESH}
        consequence={access.deleteAccount}
        filters={(values, set) => (
          <ListFilters
            {...{ values, set }}
            names={["is_active", "role_ids", "role_type", "permission", "method", "path"]}
          />
        )}
        actions={<ExportLink base="/v1/service-accounts" />}
        form={(value, onChange, id) => <ServiceAccountForm {...{ value, onChange, id }} />}
        // The stored secret is not shown: left out, it stays.
        edited={(value) => withDetail(value, "secret", undefined)}
        refuse={(value, id) => refuseAccount(people, value, id)}
        onSaved={(value) => {
          const { secret } = detailsOf(value);
          if (wasGenerated(secret)) setOnce(secret);
        }}
        badges={({ is_active }) => <State active={is_active} />}
        panels={(record) => (
          <>
            <StoredSecret record={record} />
            <EffectiveAccess record={record} />
            <RolesPanel
              key={record.id}
              kind="service-accounts"
              id={record.id}
              who={record.alias?.[0] ?? record.id}
            />
            <TemporaryAccess base="/v1/service-accounts" record={record} />
          </>
        )}
      />
      <Once value={once} about={people.onceSecret} onClose={() => setOnce(undefined)} />
    </>
  );
}
