/** A part of a page with a heading of its own, and a sentence about it. */
import { Group, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

export interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, about, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md">
      <Group justify="space-between" align="start" mb="sm" gap="xs">
        <div>
          <Title order={2} size="h5" id={id}>
            {title}
          </Title>
          {about && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </div>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
