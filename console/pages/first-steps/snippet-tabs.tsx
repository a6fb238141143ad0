/** Texts to copy, one of several at a time. */
import { Group, Tabs, Textarea } from "@mantine/core";
import { Copy } from "../../parts/copy.tsx";
import type { Snippet } from "./snippets.ts";

export function SnippetTabs({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <Tabs defaultValue={snippets[0]?.name ?? null} keepMounted={false}>
      <Tabs.List>
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ name, text }) => (
        <Tabs.Panel key={name} value={name} pt="xs">
          <Group align="start" wrap="nowrap" gap="xs">
            <Textarea
              flex={1}
              readOnly
              aria-label={name}
              value={text}
              rows={Math.min(text.split("\n").length, 24)}
              wrap="off"
              classNames={{ input: "console-code" }}
            />
            <Copy value={text} />
          </Group>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
