/** Who may use an application: a question that the record does not answer, and where the answer is made. */
import { Anchor } from "@mantine/core";
import { DOCS } from "../../api/document.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import type { Document } from "../../form/schema.ts";
import { Section } from "../../parts/section.tsx";

const RECIPE = "recipes.html#only-some-people-may-use-an-application";

/** People sign in to it; other grants are for programs. */
const hasPeople = ({ grant_types }: Document): boolean =>
  !Array.isArray(grant_types) ||
  grant_types.length === 0 ||
  grant_types.includes("authorization_code");

export function WhoPanel({ config }: { config: Document }) {
  const text = useTexts("clients");
  const tabs = useTexts("tabs");
  if (!hasPeople(config)) return null;
  return (
    <Section title={text.whoTitle} about={text.whoAbout}>
      {DOCS === undefined ? (
        <Anchor size="sm" href={hashOf("docs")}>
          {tabs.docs[0]}
        </Anchor>
      ) : (
        <Anchor size="sm" href={`${DOCS}${RECIPE}`} target="_blank" rel="noreferrer">
          {text.whoHow}
        </Anchor>
      )}
    </Section>
  );
}
