/** Whether people are asked for their consent (Z-12): one choice, where the record has two members. */
import { useTexts } from "../../base/language.ts";
import type { FieldProps } from "../../form/field-props.ts";
import type { Document } from "../../form/schema.ts";
import { NamedChoice } from "./named-choice.tsx";

/** `skip_consent` says what `consent: skip` says, and is written so from then on. */
export function withOneConsent({ skip_consent, ...config }: Document): Document {
  return skip_consent === true ? { ...config, consent: "skip" } : config;
}

export function ConsentField(props: FieldProps) {
  const { consents, consentAbout } = useTexts("clients");
  const value = props.value || "always";
  return <NamedChoice {...props} value={value} names={consents} about={consentAbout} />;
}
