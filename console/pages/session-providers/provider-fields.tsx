/** The fields of one session provider, by task: what does not apply, or few need, is folded. */
import { Select } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { FieldFrame, Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import type { MembersProps } from "../../form/members.tsx";
import { isDocument } from "../../form/schema.ts";
import { useSchemaText } from "../../form/schema-text.tsx";
import { type OwnFields, type Section, Sections } from "../../form/sections.tsx";
import { LogoField } from "../../parts/logo-field.tsx";

/** How our client authenticates there: three words for the numbers of the record. */
function AuthStyleField(props: FieldProps) {
  const { value, onChange, pinned } = props;
  const { styles } = useTexts("sessionProviders");
  const { label, description, error } = useSchemaText(props);
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={description}
      error={error}
      data={styles.map((style, number) => ({ value: String(number), label: style }))}
      placeholder={styles[0]}
      clearable
      disabled={pinned !== undefined}
      value={typeof value === "number" ? String(value) : null}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}

const IN_OAUTH2 = {
  connection: [
    "client_id",
    "client_secret",
    "issuer",
    "auth_url",
    "token_url",
    "cert_url",
    "scopes",
  ],
  accepted: ["audiences", "any_audience", "authorized_parties"],
  signOut: ["logout_url", "logout_redirect", "backchannel_logout", "revocation_url"],
  others: [
    "auth_header_style",
    "introspect_url",
    "userinfo_url",
    "passkey_url",
    "api_key_url",
    "signup_url",
    "password_reset_url",
    "email_url",
  ],
} as const;

const FIELDS: OwnFields = { "oauth2.auth_header_style": AuthStyleField };

function OAuth2Field(props: FieldProps) {
  const { value, onChange, schema, components, path, pinned } = props;
  const { parts } = useTexts("sessionProviders");
  const { label, description, error } = useSchemaText(props);
  const sections = (Object.keys(IN_OAUTH2) as (keyof typeof IN_OAUTH2)[]).map(
    (name): Section => ({
      ...{ title: parts[name][0], about: parts[name][1], members: IN_OAUTH2[name] },
      folded: name !== "connection",
    }),
  );
  return (
    <FieldFrame {...{ label, description, error, pinned }}>
      <Sections
        {...{ schema, components, path, sections }}
        fields={FIELDS}
        value={isDocument(value) ? value : {}}
        onChange={(next) => onChange(Object.keys(next).length > 0 ? next : undefined)}
      />
    </FieldFrame>
  );
}

function ButtonLogoField({ value, onChange }: FieldProps) {
  return (
    <LogoField
      most={16}
      value={typeof value === "string" ? value : ""}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

const OWN: OwnFields = { oauth2: OAuth2Field, logo: ButtonLogoField };

export function ProviderFields(props: MembersProps) {
  const { parts } = useTexts("sessionProviders");
  // One in the same process needs no addresses.
  const isInside =
    typeof props.value.auth_middleware === "string" && props.value.auth_middleware !== "";
  const of = (name: keyof typeof parts, members: readonly string[], folded = false): Section => ({
    ...{ title: parts[name][0], about: parts[name][1], members, folded },
  });
  return (
    <Sections
      {...props}
      fields={OWN}
      sections={[
        of("page", ["name", "logo", "auth_middleware", "hide", "priority"]),
        of("ways", ["passkey", "password_flow", "api_key", "api_key_header"]),
        of("elsewhere", ["oauth2"], isInside),
        of("people", ["x_user", "email_verify_check", "claim_header"], true),
      ]}
    />
  );
}
