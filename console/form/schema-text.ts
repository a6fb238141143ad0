/** Names and explanations of settings in the language of the console; the schemas themselves speak English. */
import { useSchemaTexts } from "../base/language.ts";
import type { SchemaTexts } from "../texts/schema.gen.ts";
import { useFault } from "./faults.ts";
import type { FieldProps } from "./field-props.ts";
import { descriptionOf, titleOf } from "./places.ts";

/** A member that no language knows, as one of a newer service, stays English. */
export function useSchemaText(field: FieldProps): {
  label: string;
  description: string | undefined;
  /** What the service found wrong with it. */
  error: string | undefined;
} {
  const { name, schema } = field;
  const texts = useSchemaTexts();
  const known: readonly string[] | undefined = texts?.[schema.place as keyof SchemaTexts];
  const [label = titleOf(name, schema), description] = known ?? [];
  const error = useFault(label, field);
  return { label, description: known ? description : descriptionOf(schema), error };
}
