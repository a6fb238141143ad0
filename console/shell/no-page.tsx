/** For an address that is none: says so, in place of another page. */
import { Anchor, Text } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { hashOf } from "../base/route.ts";
import { PageHead } from "../parts/page-head.tsx";

/** @param first the page to begin with */
export function NoPage({ name, first }: { name: string; first: string }) {
  const text = useTexts("frame");
  return (
    <>
      <PageHead title={text.noPageTitle} />
      <Text size="sm">{fill(text.noPageText, { name })}</Text>
      <Anchor size="sm" href={hashOf(first)}>
        {text.toFirst}
      </Anchor>
    </>
  );
}
