/** A setting that is one of a few words has a name for each, in the language of the console. */
import { expect, test } from "vitest";
import { loadTexts } from "../../../console/texts/catalogue.ts";
import { describeApi } from "../../../src/http/description/openapi.ts";
import { allEndpoints } from "../../../src/http/router/endpoints.ts";

interface Schema {
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Words that are names themselves, in every language; and members that a page draws with names of its own. */
const NAMES_THEMSELVES =
  /\.(schema|hash|profile|preset|consent|application_type|\w+_alg|\w+_method)$/;

function choicesOf(schema: Schema, place: string): [place: string, words: string[]][] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    choicesOf(member, `${place}.${name}`),
  );
  const words = (schema.enum ?? []).filter((word) => typeof word === "string" && word !== "");
  return words.length > 0 ? [[place, words as string[]], ...inside] : inside;
}

test("every choice of a setting has names for exactly its words, or is a name itself", async () => {
  const { components } = describeApi(allEndpoints, "") as {
    components: { schemas: Record<string, Schema> };
  };
  const found = Object.entries(components.schemas)
    .filter(([name]) => /(Settings|Config)$/.test(name))
    .flatMap(([name, schema]) => choicesOf(schema, name))
    .filter(([place]) => !NAMES_THEMSELVES.test(place));
  expect(found.length).toBeGreaterThan(5);
  for (const language of ["en", "de", "fr"] as const) {
    const { texts } = await loadTexts(language);
    const named = Object.entries(texts.choices).map(([place, names]) => [
      place,
      Object.keys(names).sort(),
    ]);
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries(found.map(([place, words]) => [place, [...words].sort()])),
    );
  }
});
