/** Roles and permissions of a user or service account. */
import { Stack } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { useMay } from "../base/rights.ts";
import { Section } from "../parts/section.tsx";
import { RecordPicker } from "../records/record-picker.tsx";
import { idsOf } from "./details.ts";
import type { FormProps } from "./form-props.ts";

export function AccessFields({ value, onChange, synced }: FormProps & { synced: boolean }) {
  const text = useTexts("people");
  // Who gives the roles of a list gives no permissions, and nothing in the name of a directory.
  const full = useMay();
  return (
    <Section title={text.access}>
      <Stack gap="lg">
        <RecordPicker
          base="/v1/roles"
          label={text.roles}
          value={idsOf(value, "role_ids")}
          onChange={(role_ids) => onChange({ ...value, role_ids })}
        />
        {synced && full && (
          <RecordPicker
            base="/v1/roles"
            label={text.syncRoles}
            description={text.syncRolesHint}
            value={idsOf(value, "sync_role_ids")}
            onChange={(sync_role_ids) => onChange({ ...value, sync_role_ids })}
          />
        )}
        {full && (
          <RecordPicker
            base="/v1/permissions"
            label={text.permissions}
            description={text.permissionsHint}
            value={idsOf(value, "permission_ids")}
            onChange={(permission_ids) => onChange({ ...value, permission_ids })}
          />
        )}
      </Stack>
    </Section>
  );
}
