/** One thing of a short list: its name, what is known about it, and what can be done with it. */
import { Group, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";

export function Entry({
  name,
  badge,
  facts,
  children,
}: {
  name: string;
  badge?: ReactNode;
  facts: readonly ReactNode[];
  children?: ReactNode;
}) {
  const shown = facts.filter((fact) => fact !== undefined && fact !== "" && fact !== false);
  return (
    <li>
      <Group justify="space-between" gap="xs" align="start">
        <div className="console-entry-text">
          <Group gap={8}>
            <Text size="sm" fw={600} lineClamp={3}>
              <bdi>{name}</bdi>
            </Text>
            {badge}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {shown.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name than their place
              <Fragment key={index}>
                {index > 0 && " · "}
                {fact}
              </Fragment>
            ))}
          </Text>
        </div>
        {children && (
          <Group gap={6} className="console-entry-actions">
            {children}
          </Group>
        )}
      </Group>
    </li>
  );
}
