/** Title of a page, its one sentence, and what can be done at once. */
import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

export function PageHead({
  title,
  about,
  children,
}: {
  title: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="start" gap="md">
      <div>
        <Title order={1} size="h3">
          {title}
        </Title>
        {about && (
          <Text size="sm" c="dimmed" maw={640}>
            {about}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
