/** The fields of a user. */
import { Stack, Switch } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import type { Document } from "../../form/schema.ts";
import { Section } from "../../parts/section.tsx";
import { AccessFields } from "../../people/access-fields.tsx";
import { detailsOf, idsOf, textOf, withDetail } from "../../people/details.ts";
import type { FormProps } from "../../people/form-props.ts";
import { IdentityFields } from "../../people/identity-fields.tsx";
import { MoreDetails } from "../../people/more-details.tsx";
import { Picture } from "../../people/picture.tsx";
import { SecretInput } from "../../people/secret-input.tsx";

const FIELDS = ["name", "email", "uid", "password", "password_temporary"];

/** @param id of a stored user */
export function UserForm({ value, onChange, id }: FormProps & { id: string | undefined }) {
  const text = useTexts("people");
  const accounts = useTexts("accounts");
  const local = value.local === true;
  return (
    <Stack>
      <Picture details={detailsOf(value)} />
      <IdentityFields {...{ value, onChange }} members={["email", "uid"]} nameRequired={local} />
      <Section title={text.signIn}>
        <Stack>
          <Switch
            label={text.local}
            description={text.localHint}
            checked={local}
            onChange={(event) => onChange({ ...value, local: event.currentTarget.checked })}
          />
          {local && (
            <SecretInput
              label={text.password}
              description={id === undefined ? text.passwordNew : text.passwordKeep}
              value={detailsOf(value).password}
              onChange={(password) => onChange(withDetail(value, "password", password))}
            />
          )}
          {local && (
            <Switch
              label={accounts.temporary}
              description={accounts.temporaryHint}
              checked={detailsOf(value).password_temporary === true}
              onChange={({ currentTarget: { checked } }) =>
                onChange(withDetail(value, "password_temporary", checked))
              }
            />
          )}
        </Stack>
      </Section>
      <AccessFields {...{ value, onChange }} synced />
      <MoreDetails {...{ value, onChange }} fields={FIELDS} />
    </Stack>
  );
}

/** What the console asks for beyond the service (auth-wire 2.3). */
export function refuseUser(
  text: { readonly [Name in "needAlias" | "needName" | "needPassword" | "local"]: string },
  value: Document,
  id: string | undefined,
): string | undefined {
  if (idsOf(value, "alias").length === 0) return text.needAlias;
  if (value.local !== true) return undefined;
  if (textOf(value, "name").trim() === "") return text.needName;
  if (id === undefined && textOf(value, "password") === "") {
    return text.needPassword.replace("{local}", text.local);
  }
  return undefined;
}
