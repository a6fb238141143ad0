/** Which records of how many a list shows, and the way to those before and after them. */
import { ActionIcon, Group, Text, Tooltip } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { PAGE_SIZE } from "./bulk-bar.tsx";

interface PagerProps {
  readonly offset: number;
  /** How many the page has. */
  readonly shown: number;
  readonly total: number;
  readonly onGo: (offset: number) => void;
}

export function Pager({ offset, shown, total, onGo }: PagerProps) {
  const text = useTexts("records");
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" aria-live="polite">
        {fill(text.range, { from: offset + 1, to: offset + shown, total })}
      </Text>
      <Group gap={4}>
        <Tooltip label={text.previous}>
          <ActionIcon
            variant="default"
            aria-label={text.previous}
            disabled={offset === 0}
            onClick={() => onGo(Math.max(0, offset - PAGE_SIZE))}
          >
            ‹
          </ActionIcon>
        </Tooltip>
        <Tooltip label={text.next}>
          <ActionIcon
            variant="default"
            aria-label={text.next}
            disabled={offset + shown >= total}
            onClick={() => onGo(offset + PAGE_SIZE)}
          >
            ›
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
