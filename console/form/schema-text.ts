/** Names and explanations of settings in the language of the console; the schemas themselves speak English. */
import { useSchemaTexts } from "../base/language.ts";
import type { SchemaTexts } from "../texts/schema.gen.ts";
import type { FieldProps } from "./field-props.ts";
import { descriptionOf, titleOf } from "./places.ts";

/** A member that no language knows, as one of a newer service, stays English. */
export function useSchemaText({ name, schema }: Pick<FieldProps, "name" | "schema">): {
  label: string;
  description: string | undefined;
} {
  const texts = useSchemaTexts();
  const known: readonly string[] | undefined = texts?.[schema.place as keyof SchemaTexts];
  const [label = titleOf(name, schema), description] = known ?? [];
  return { label, description: known ? description : descriptionOf(schema) };
}
