/** Users (auth-wire 8.2). */
import { Alert } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { Happened } from "../../audit/happened.tsx";
import { useTexts } from "../../base/language.ts";
import { MayChange, useMay, useMayChange } from "../../base/rights.ts";
import { Icon } from "../../parts/icon.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { UserApplications } from "../../people/applications.tsx";
import { detailsOf } from "../../people/details.ts";
import { EffectiveAccess } from "../../people/effective-access.tsx";
import { wasGenerated } from "../../people/generated.ts";
import { Identities } from "../../people/identities.tsx";
import { IdentityConflicts } from "../../people/identity-conflicts.tsx";
import { ListFilters } from "../../people/list-filters.tsx";
import { MergeUser } from "../../people/merge.tsx";
import { Once } from "../../people/once.tsx";
import { Passkeys } from "../../people/passkeys.tsx";
import { usePrincipalBulk } from "../../people/principal-bulk.tsx";
import { usePrincipalColumns } from "../../people/principal-columns.tsx";
import { SecondFactor } from "../../people/second-factor.tsx";
import { SignIns } from "../../people/sign-ins.tsx";
import { AccountActions, Suspended } from "../../people/suspension.tsx";
import { TemporaryAccess } from "../../people/temporary-access.tsx";
import { ExportLink } from "../../records/export-link.tsx";
import { IamPage } from "../../records/iam-pages.tsx";
import { State } from "../../records/state.tsx";
import { RolesPanel } from "../explain/roles-panel.tsx";
import { refuseUser, UserForm } from "./form.tsx";

type Principal = Schemas["Principal"];

/** Members of a new user: it can sign in at once with a password. */
const FRESH = { alias: [], local: true, is_active: true, details: {} };

/** Why a directory refuses a user, and since when (decision E-6). */
function LeftDirectory({ left }: { readonly left: NonNullable<Principal["left_directory"]> }) {
  const people = useTexts("people");
  const records = useTexts("records");
  return (
    <Alert color="gray" title={records.left[left.reason]} role="region">
      <TimeIn text={people.leftHint} at={left.since} />
    </Alert>
  );
}

export default function Page() {
  const text = useTexts("iam");
  const people = useTexts("people");
  const access = useTexts("access");
  const [once, setOnce] = useState<string>();
  const columns = usePrincipalColumns(true);
  const bulk = usePrincipalBulk("/v1/users");
  const changes = useMayChange();
  const supports = useMay("support", "people");
  const full = useMay();
  return (
    <>
      <IamPage<Principal>
        {...{ columns, bulk }}
        tab="users"
        base="/v1/users"
        searchBy="search"
        nameOf={({ alias, id }) => alias?.[0] ?? id}
        empty={text.emptyUsers}
        fresh={FRESH}
        consequence={access.deleteUser}
        filters={(values, set) => (
          <ListFilters
            {...{ values, set }}
            names={[
              "is_active",
              "suspended",
              "role_ids",
              "role_type",
              "permission",
              "method",
              "path",
            ]}
          />
        )}
        actions={<ExportLink base="/v1/users" />}
        top={<IdentityConflicts />}
        form={(value, onChange, id) => <UserForm {...{ value, onChange, id }} />}
        refuse={(value, id) => refuseUser(people, value, id)}
        onSaved={(value) => {
          const { password } = detailsOf(value);
          if (wasGenerated(password)) setOnce(password);
        }}
        badges={({ is_active, left_directory: left, suspension }) => (
          <State active={is_active} left={left?.reason} suspended={suspension !== undefined} />
        )}
        mayChange={({ beyond_rights }) => beyond_rights !== true}
        notice={({ left_directory: left, suspension, beyond_rights }) => (
          <>
            {beyond_rights && (
              <Alert color="gray" icon={<Icon name="info" />} data-beyond-rights>
                {people.beyondRights}
              </Alert>
            )}
            {left && <LeftDirectory left={left} />}
            {suspension && <Suspended suspension={suspension} />}
          </>
        )}
        panels={(record, id) => (
          <>
            <EffectiveAccess record={record} />
            <RolesPanel
              key={record.id}
              kind="users"
              id={record.id}
              who={record.alias?.[0] ?? record.id}
            />
            {changes && !record.beyond_rights && (
              <TemporaryAccess base="/v1/users" record={record} />
            )}
            <MayChange value={supports && !record.beyond_rights}>
              {supports && !record.beyond_rights && (
                <AccountActions key={`account ${record.id}`} record={record} />
              )}
              <SecondFactor user={id} />
              <Passkeys user={id} />
            </MayChange>
            <Identities user={id} />
            <MayChange value={supports && !record.beyond_rights}>
              <SignIns user={id} />
              <UserApplications user={id} />
            </MayChange>
            <Happened filters={{ about: id }} of={id} />
            {full && <MergeUser key={`merge ${record.id}`} record={record} />}
          </>
        )}
      />
      <Once value={once} about={people.oncePassword} onClose={() => setOnce(undefined)} />
    </>
  );
}
