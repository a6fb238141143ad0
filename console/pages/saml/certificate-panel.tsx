/** The pair that signs our requests, and its change in two steps: published first, then used. */
import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { api } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useSetting } from "../../settings/namespace-page.tsx";
import { type Step, TwoSteps } from "./two-steps.tsx";

export function CertificatePanel() {
  return (
    <Offered calls="GET /v1/settings/saml">
      <Certificate />
    </Offered>
  );
}

function Certificate() {
  const text = useTexts("federation");
  const { value } = useSetting("saml").data ?? { value: {} };
  const now = String((value as { certificate?: unknown }).certificate ?? "");
  const next = String((value as { next_certificate?: unknown }).next_certificate ?? "");
  const run = async (step: Step) => {
    await (step === "prepare"
      ? api.POST("/v1/saml/certificate/prepare")
      : api.POST("/v1/saml/certificate/activate"));
    succeeded(text.certificateDone[step]);
    await queries.invalidateQueries();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={text.certificate}>
      <SectionHead title={text.certificate} about={text.certificateAbout} />
      <Stack gap="sm">
        <Group gap="xs">
          <Badge variant="light" tt="none" color={now ? "teal" : "gray"}>
            {now ? text.certificateNow : text.certificateLater}
          </Badge>
          {now && <Copy value={now} label={text.copyCertificate} />}
          {next && (
            <>
              <Badge variant="light" tt="none" color="yellow">
                {text.certificateNext}
              </Badge>
              <Copy value={next} label={text.copyNext} />
            </>
          )}
        </Group>
        {next && <Text size="sm">{text.nextAbout}</Text>}
        <TwoSteps
          calls="POST /v1/saml/certificate/prepare"
          {...{ text, run }}
          hasNext={Boolean(next)}
        />
      </Stack>
    </Paper>
  );
}
