/** Overview: totals, quick actions, what is wrong and how to repair it, load and versions (auth-wire 8.2). */
import { SimpleGrid, Stack } from "@mantine/core";
import { TabHead } from "../../settings/namespace-page.tsx";
import { Actions } from "./actions.tsx";
import { Findings } from "./findings.tsx";
import { Happenings } from "./happenings.tsx";
import { Instances } from "./instances.tsx";
import { Load } from "./load.tsx";
import { Totals } from "./totals.tsx";
import { Waiting } from "./waiting.tsx";

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
