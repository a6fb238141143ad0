/** How a client proves that it is the one (RFC 7591 §2, RFC 8705 §2). */
import { useTexts } from "../../base/language.ts";
import type { FieldProps } from "../../form/field-props.ts";
import { NamedChoice } from "./named-choice.tsx";

export function MethodField(props: FieldProps) {
  const { methods, methodFollows } = useTexts("clients");
  return <NamedChoice {...props} names={methods} none={methodFollows} />;
}
