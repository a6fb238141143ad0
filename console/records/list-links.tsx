/** The ways from a list to a new record, and from a record back to its list. */
import { Anchor, Button } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { useMayChange } from "../base/rights.ts";
import { hashOf } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";
import { PageHead } from "../parts/page-head.tsx";
import type { Texts } from "../texts/en/index.ts";
import type { TabName } from "../texts/en/tabs.ts";

export function Back({ tab }: { tab: TabName }) {
  return (
    <Anchor size="sm" href={hashOf(tab)}>
      ‹ {useTexts("records").back}
    </Anchor>
  );
}

/** Pages of records that are made here. */
export type NewTab = keyof Texts["records"]["newOf"];

/** Title of a record that is being made. */
export function NewHead({ tab }: { tab: NewTab }) {
  return <PageHead title={useTexts("records").newOf[tab]} />;
}

export function NewRecord({ tab }: { tab: TabName }) {
  const text = useTexts("records");
  if (!useMayChange()) return null;
  return (
    <Button component="a" href={hashOf(tab, "new")} leftSection={<Icon name="plus" size={16} />}>
      {text.new}
    </Button>
  );
}
