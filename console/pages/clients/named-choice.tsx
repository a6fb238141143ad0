/** Members of a client that are one of a few words of the API, with the names of this page. */
import { useTexts } from "../../base/language.ts";
import type { FieldProps } from "../../form/field-props.ts";
import { ChoiceField } from "../../form/scalar-fields.tsx";
import type { Document } from "../../form/schema.ts";

/** `skip_consent` says what `consent: skip` says, and is written so from then on. */
export function withOneConsent({ skip_consent, ...config }: Document): Document {
  return skip_consent === true ? { ...config, consent: "skip" } : config;
}

/** Whether people are asked for their consent (Z-12): one choice, where the record has two members. */
export function ConsentField(props: FieldProps) {
  const { consents, consentAbout } = useTexts("clients");
  const value = props.value || "always";
  return <ChoiceField {...props} value={value} names={consents} about={consentAbout} always />;
}

/** How a client proves that it is the one (RFC 7591 §2, RFC 8705 §2). */
export function MethodField(props: FieldProps) {
  const { methods, methodFollows } = useTexts("clients");
  return <ChoiceField {...props} names={methods} none={methodFollows} />;
}
