/** An empty list says what comes next. */
import { Button, Stack, Text } from "@mantine/core";

export function Empty({
  title,
  about,
  href,
  action,
}: {
  title: string;
  about: string;
  href?: string;
  action?: string;
}) {
  return (
    <Stack align="center" gap="xs">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={460}>
        {about}
      </Text>
      {href && action && (
        <Button component="a" href={href} mt="xs">
          {action}
        </Button>
      )}
    </Stack>
  );
}
