/** A secret to be read and copied: selected whole by a click. */
import { Code, Group } from "@mantine/core";
import { Copy } from "./copy.tsx";

/** @param lines each on a line of its own */
export function SecretText({ lines, copyLabel }: { lines: readonly string[]; copyLabel?: string }) {
  const text = lines.join("\n");
  return (
    <Group gap="xs" align="start" wrap="nowrap" maw="100%">
      <Code block className="console-secret" data-secret>
        {text}
      </Code>
      <Copy value={text} {...(copyLabel !== undefined && { label: copyLabel })} />
    </Group>
  );
}
