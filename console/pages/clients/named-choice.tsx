/** Members of a client that are one of a few words of the API, shown by its name in the language of the console. */
import { Select } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { Label } from "../../form/field-frame.tsx";
import type { FieldProps } from "../../form/field-props.ts";
import type { Document } from "../../form/schema.ts";
import { useSchemaText } from "../../form/schema-text.tsx";

interface NamedChoiceProps extends FieldProps {
  readonly names: Readonly<Record<string, string>>;
  /** What holds while none is chosen; without it one always is. */
  readonly none?: string;
  /** In place of the description of the schema. */
  readonly about?: string;
}

function NamedChoice({ names, none, about, ...field }: NamedChoiceProps) {
  const { value, onChange, pinned } = field;
  const { label, description, error } = useSchemaText(field);
  const given = typeof value === "string" ? value : "";
  const choices = Object.entries(names).map(([word, name]) => ({ value: word, label: name }));
  // One that a newer service knows is shown as it is stored, not as if there were none.
  if (given !== "" && !Object.hasOwn(names, given)) choices.push({ value: given, label: given });
  return (
    <Select
      label={<Label label={label} pinned={pinned} />}
      description={about ?? description}
      error={error}
      data={choices}
      value={given === "" ? null : given}
      placeholder={none ?? ""}
      clearable={none !== undefined}
      allowDeselect={none !== undefined}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** `skip_consent` says what `consent: skip` says, and is written so from then on. */
export function withOneConsent({ skip_consent, ...config }: Document): Document {
  return skip_consent === true ? { ...config, consent: "skip" } : config;
}

/** Whether people are asked for their consent (Z-12): one choice, where the record has two members. */
export function ConsentField(props: FieldProps) {
  const { consents, consentAbout } = useTexts("clients");
  const value = props.value || "always";
  return <NamedChoice {...props} value={value} names={consents} about={consentAbout} />;
}

/** How a client proves that it is the one (RFC 7591 §2, RFC 8705 §2). */
export function MethodField(props: FieldProps) {
  const { methods, methodFollows } = useTexts("clients");
  return <NamedChoice {...props} names={methods} none={methodFollows} />;
}
