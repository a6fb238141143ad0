/** Leads through the other side: where to click at the provider, and the exact values to enter there. */
import { Alert, Anchor, Code, Group, Paper, Text } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import { useInfo } from "../../base/queries.ts";
import { hashOf } from "../../base/route.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Copy } from "../../parts/copy.tsx";
import { GUIDES, shownValue } from "./guide-values.ts";
import type { PresetName } from "./presets.ts";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Providers take plain addresses of one's own machine alone. */
function isPlain(callback: string): boolean {
  const { protocol, hostname } = new URL(callback);
  return protocol === "http:" && !LOCAL.has(hostname);
}

export function Guide({ preset, id }: { preset: PresetName; id: string }) {
  const text = useTexts("providerGuide");
  const pattern = useInfo().data?.oauth2.callback_url_pattern;
  if (!pattern) return null;
  const callback = pattern.replace(/\{[^}]*\}/, encodeURIComponent(id) || "…");
  const { page, values } = GUIDES[preset];
  const steps: readonly string[] = text.steps[preset];
  return (
    <Paper withBorder p="md" component="section" aria-label={text.title}>
      <SectionHead title={text.title} about={text.about} />
      {isPlain(callback) && (
        <Alert color="yellow" mb="sm">
          {text.plain} <Anchor href={hashOf("oauth2-overview")}>{text.toBase}</Anchor>
        </Alert>
      )}
      {page && (
        <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
          {text.open}
        </Anchor>
      )}
      <ol className="console-guide">
        {steps.map((step, index) => {
          const value = shownValue(values[index], callback);
          return (
            <li key={step}>
              <Text size="sm">{step}</Text>
              {value !== undefined && (
                <Group gap={4} wrap="nowrap">
                  <Code style={{ overflowWrap: "anywhere" }}>{value}</Code>
                  <Copy value={value} />
                </Group>
              )}
            </li>
          );
        })}
      </ol>
    </Paper>
  );
}
