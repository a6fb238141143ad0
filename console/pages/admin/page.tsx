/** Who administers: the permission by its name, and the way in when none is left (auth-wire 8.2). */
import { Alert, Stack, Switch } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { PickOne } from "../../keys/record-pick.tsx";
import { Icon } from "../../parts/icon.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { LimitedGrants } from "./limited-grants.tsx";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export default function Page() {
  const text = useTexts("admin");
  return (
    <>
      <TabHead of="admin" />
      <NamespaceForm
        namespace="admin"
        omit={["permission", "admin_permission", "allow_missing_x_user", "limited"]}
        before={(value, onChange) => {
          const open = value.allow_missing_x_user !== false;
          // The former name holds while the new one is empty, and goes with the next choice.
          const { admin_permission, ...others } = value;
          return (
            <Stack maw={720}>
              <PickOne
                kind="permissions"
                label={text.permission}
                description={text.permissionHint}
                placeholder={text.none}
                value={textOf(value.permission) || textOf(admin_permission)}
                onChange={(permission) => onChange({ ...others, permission })}
              />
              <Switch
                label={text.breakGlass}
                description={text.breakGlassHint}
                checked={open}
                onChange={(event) =>
                  onChange({ ...value, allow_missing_x_user: event.currentTarget.checked })
                }
              />
              {open && (
                <Alert color="red" icon={<Icon name="warning" />}>
                  {text.danger}
                </Alert>
              )}
              <LimitedGrants
                value={value.limited}
                onChange={(limited) => onChange({ ...value, limited })}
              />
            </Stack>
          );
        }}
      />
    </>
  );
}
