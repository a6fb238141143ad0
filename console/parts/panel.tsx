/** One part of a page, with its title and a sentence about it. */
import { Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

export function Panel({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id={id}>
            {title}
          </Title>
          {about && (
            <Text size="sm" c="dimmed" mt={2}>
              {about}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
