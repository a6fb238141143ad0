/** Removes what has expired at once, instead of within the hour. */
import { Button, Group, Paper } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAction } from "../../parts/use-action.ts";

export function Purge() {
  return (
    <Offered calls="POST /v1/maintenance/flow-codes/purge">
      <PurgePanel />
    </Offered>
  );
}

function PurgePanel() {
  const text = useTexts("issuer");
  const { busy, run } = useAction();
  const purge = () =>
    run(async () => {
      const { deleted } = await payloadOf(api.POST("/v1/maintenance/flow-codes/purge"));
      succeeded(fill(text.purged, { count: deleted }));
    });
  return (
    <Paper withBorder p="md" component="section" aria-label={text.expired}>
      <SectionHead title={text.expired} about={text.expiredAbout} />
      <Group>
        <Button size="xs" variant="default" loading={busy} onClick={() => void purge()}>
          {text.purge}
        </Button>
      </Group>
    </Paper>
  );
}
