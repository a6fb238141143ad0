/** An empty list says what comes next. */
import { Button, Stack, Text } from "@mantine/core";
import { useMayChange } from "../base/rights.ts";

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
  // What comes next is for those who may do it.
  const mayChange = useMayChange();
  return (
    <Stack align="center" gap="xs" data-empty>
      <Text fw={600} ta="center">
        {title}
      </Text>
      <Text size="sm" c="dimmed" ta="center" maw={460} style={{ textWrap: "balance" }}>
        {about}
      </Text>
      {href && action && mayChange && (
        <Button component="a" href={href} mt="xs">
          {action}
        </Button>
      )}
    </Stack>
  );
}
