/** Addresses of this service that have to be entered elsewhere, each with a copy button. */
import { Code, Group, Paper } from "@mantine/core";
import { Copy } from "../parts/copy.tsx";
import { SectionHead } from "./sections.tsx";

export interface Address {
  readonly label: string;
  readonly value: string;
}

export function Addresses({
  title,
  about,
  addresses,
}: {
  title: string;
  about?: string;
  addresses: readonly Address[];
}) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <SectionHead title={title} about={about} />
      <dl className="console-pairs">
        {addresses.map(({ label, value }) => (
          <div key={label} style={{ display: "contents" }}>
            <dt>{label}</dt>
            <dd>
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: "anywhere" }}>{value}</Code>
                <Copy value={value} />
              </Group>
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
