/** Asks a stored provider for its keys and whether it knows our client. */
import { Button, Paper, Stack } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useSentences, useTexts } from "../../base/language.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Checks } from "../../parts/checks.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAction } from "../../parts/use-action.ts";

export function ProviderTest(props: { id: string }) {
  return (
    <Offered calls="POST /v1/oauth/providers/{id}/test">
      <ProviderTestPanel {...props} />
    </Offered>
  );
}

function ProviderTestPanel({ id }: { id: string }) {
  const text = useTexts("federation");
  const sentence = useSentences();
  const { busy, run } = useAction();
  const [report, setReport] = useState<Schemas["UpstreamTestReport"]>();
  const test = () =>
    run(async () => {
      const params = { path: { id } };
      setReport(await payloadOf(api.POST("/v1/oauth/providers/{id}/test", { params })));
    });
  return (
    <Paper withBorder p="md" component="section" aria-label={text.test}>
      <SectionHead title={text.test} about={text.testAbout} />
      <Stack align="start">
        <Button variant="default" loading={busy} onClick={() => void test()}>
          {text.runTest}
        </Button>
        {report && (
          <Checks
            passed={report.passed}
            checks={report.checks.map(({ check, ok, detail, message }) => ({
              ...{ name: text.providerChecks[check], ok },
              detail: message ? sentence(message) : detail,
            }))}
          />
        )}
      </Stack>
    </Paper>
  );
}
