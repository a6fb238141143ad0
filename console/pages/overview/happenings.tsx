/** What happened last: sign-ins, refusals with their reason, and changes. */
import { SimpleGrid } from "@mantine/core";
import { Happened } from "../../audit/happened.tsx";
import { useTexts } from "../../base/language.ts";

export function Happenings() {
  const text = useTexts("audit");
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Happened title={text.signIns} filters={{ action: "sign_in" }} />
      <Happened title={text.refusals} filters={{ outcome: "refused" }} />
    </SimpleGrid>
  );
}
