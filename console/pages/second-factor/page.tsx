/** Who needs a second factor, with roles by their names and whom the rule would concern (settings namespace `second_factor`). */
import type { OwnFields } from "../../form/sections.tsx";
import { RolesField } from "../../records/roles-field.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { ConcernedPeople } from "./concerned.tsx";

const FIELDS: OwnFields = { role_ids: RolesField };

export default function Page() {
  return (
    <>
      <TabHead />
      <NamespaceForm
        namespace="second_factor"
        fields={FIELDS}
        after={(value) => <ConcernedPeople rule={value} />}
      />
    </>
  );
}
