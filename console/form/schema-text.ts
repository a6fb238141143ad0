/** Names and explanations of settings in the language of the console; the schemas themselves speak English. */
import { useEffect, useState } from "react";
import { useLanguage } from "../base/language.ts";
import type { FieldProps } from "./field-props.ts";
import { descriptionOf, titleOf } from "./schema.ts";

type Words = Readonly<Record<string, string>>;
const loaded: { de?: Words } = {};

/** English sentence → the sentence to show; what has no translation stays as it is. */
function useTranslation(): (sentence: string) => string {
  const language = useLanguage();
  const [, redraw] = useState(0);
  useEffect(() => {
    if (language !== "de" || loaded.de) return;
    void import("../texts/schema-de.ts").then(({ SCHEMA_DE }) => {
      loaded.de = SCHEMA_DE;
      redraw((count) => count + 1);
    });
  }, [language]);
  const words = language === "de" ? loaded.de : undefined;
  return (sentence) => words?.[sentence] ?? sentence;
}

export function useSchemaText({ name, schema }: Pick<FieldProps, "name" | "schema">): {
  label: string;
  description: string | undefined;
} {
  const translate = useTranslation();
  const description = descriptionOf(schema);
  return {
    label: translate(titleOf(name, schema)),
    description: description && translate(description),
  };
}
