/** Sixty bars, one for each minute; the numbers are in the name for readers who do not see them. */
import { Group, Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { useLanguage, useTexts } from "../../base/language.ts";

const HEIGHT_PX = 48;
const BAR_PX = 4;

export function Chart({ title, values }: { title: string; values: readonly number[] }) {
  const text = useTexts("overview");
  const language = useLanguage();
  const most = Math.max(0, ...values);
  const show = (value: number) => value.toLocaleString(language);
  const now = show(values.at(-1) ?? 0);
  return (
    <figure style={{ margin: 0 }}>
      <Group justify="space-between" component="figcaption">
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {now} / {show(most)}
        </Text>
      </Group>
      <svg
        viewBox={`0 0 ${values.length * (BAR_PX + 1)} ${HEIGHT_PX}`}
        width="100%"
        height={HEIGHT_PX}
        preserveAspectRatio="none"
        role="img"
        aria-label={fill(text.chart, { title, now, most: show(most) })}
      >
        <line
          x1={0}
          x2={values.length * (BAR_PX + 1)}
          y1={HEIGHT_PX - 0.5}
          y2={HEIGHT_PX - 0.5}
          stroke="var(--mantine-color-default-border)"
        />
        {values.map((value, minute) => {
          const height = most === 0 ? 0 : (HEIGHT_PX - 2) * (value / most);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the minute
              key={minute}
              x={minute * (BAR_PX + 1)}
              y={HEIGHT_PX - height}
              width={BAR_PX}
              height={height}
              fill="var(--mantine-primary-color-filled)"
            />
          );
        })}
      </svg>
    </figure>
  );
}
