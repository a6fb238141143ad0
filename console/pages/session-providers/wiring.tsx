/** How a session uses these providers: in the same process, and in another one (docs/configuration.md, "Providers of a session"). */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { PREFIX } from "../../api/base.ts";
import { useTexts } from "../../base/language.ts";
import { SectionHead } from "../../form/sections.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Copy } from "../../parts/copy.tsx";

const IN_PROCESS = `session:
  provider_source:
    auth_middleware: auth
    group: staff`;

const remote = () => `session:
  provider_source:
    url: ${location.origin}${PREFIX}/v1/session-providers/staff
    headers:
      Authorization: Bearer …`;

export function Wiring() {
  const text = useTexts("sessionProviders");
  const examples = [
    [text.inProcess, IN_PROCESS],
    [text.elsewhere, remote()],
  ] as const;
  return (
    <Paper withBorder p="md" component="section" aria-label={text.wiring}>
      <SectionHead title={text.wiring} about={text.wiringAbout} />
      <Stack>
        {examples.map(([title, example]) => (
          <div key={title}>
            <Group justify="space-between">
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Copy value={example} />
            </Group>
            <CodeBlock label={title} code={example} />
          </div>
        ))}
      </Stack>
    </Paper>
  );
}
