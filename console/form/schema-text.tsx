/** Names and explanations of settings in the language of the console; the schemas themselves speak English. */
import { Code } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { useSchemaTexts, useTexts } from "../base/language.ts";
import type { SchemaTexts } from "../texts/schema.gen.ts";
import { useFault } from "./faults.ts";
import type { FieldProps } from "./field-props.ts";
import { descriptionOf, titleOf } from "./places.ts";

/** A sentence in which words of the configuration stand between backticks. */
function withCode(sentence: string): ReactNode {
  const parts = sentence.split("`");
  if (parts.length < 3) return sentence;
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other name
    index % 2 === 1 ? <Code key={index}>{part}</Code> : part,
  );
}

/** One after the other, with a blank between them; undefined where there is nothing. */
export function sentences(...said: readonly (ReactNode | undefined)[]): ReactNode | undefined {
  const present = said.filter((one) => one !== undefined && one !== "" && one !== false);
  if (present.length < 2) return present[0];
  // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one field stay in their places
  return present.map((one, index) => <span key={index}>{one} </span>);
}

/** What is on while a member that says what is off, such as `disabled`, is not set. */
export function useOpposite({ schema }: Pick<FieldProps, "schema">): readonly string[] | undefined {
  const opposites: Partial<Record<string, readonly string[]>> = useTexts("switches");
  return opposites[schema.place ?? ""];
}

/** A member that no language knows, as one of a newer service, stays English. */
export function useSchemaText(field: FieldProps): {
  label: string;
  /** With an example, where the schema has one. */
  description: ReactNode | undefined;
  /** What the service found wrong with it. */
  error: string | undefined;
} {
  const { name, schema, plain } = field;
  const texts = useSchemaTexts();
  const { example } = useTexts("records");
  const opposite = useOpposite(field);
  const known: readonly string[] | undefined =
    opposite ?? texts?.[schema.place as keyof SchemaTexts];
  const [label = titleOf(name, schema), translated] = known ?? [];
  const about = known ? translated : descriptionOf(schema);
  const [sample] = schema.examples ?? [];
  const error = useFault(label, field);
  const description = sentences(
    !plain && about && withCode(about),
    typeof sample === "string" && withCode(fill(example, { value: `\`${sample}\`` })),
  );
  return { label, description, error };
}
