/** Overview: totals, quick actions, what is wrong and how to repair it, load and versions (auth-wire 8.2). */
import { SimpleGrid, Stack } from "@mantine/core";
import { Happened } from "../../audit/happened.tsx";
import { useTexts } from "../../base/language.ts";
import { TabHead } from "../../settings/namespace-page.tsx";
import { Actions } from "./actions.tsx";
import { Findings } from "./findings.tsx";
import { Instances } from "./instances.tsx";
import { Load } from "./load.tsx";
import { Totals } from "./totals.tsx";
import { Waiting } from "./waiting.tsx";

/** What happened last: sign-ins, refusals with their reason, and changes. */
function Happenings() {
  const text = useTexts("audit");
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Happened title={text.signIns} filters={{ action: "sign_in" }} />
      <Happened title={text.refusals} filters={{ outcome: "refused" }} />
    </SimpleGrid>
  );
}

export default function Page() {
  return (
    <>
      <TabHead />
      <Stack gap="lg">
        <Totals />
        <Findings />
        <Waiting />
        <Happenings />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Load />
          <Actions />
        </SimpleGrid>
        <Instances />
      </Stack>
    </>
  );
}
