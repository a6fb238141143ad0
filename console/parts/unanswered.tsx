/** In place of what the service did not give: why, and the way to ask again. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { explain } from "../base/notices.ts";
import { Icon } from "./icon.tsx";

export function Unanswered({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useTexts("frame");
  return (
    <Alert color="red" icon={<Icon name="warning" />}>
      <Group justify="space-between">
        <Text size="sm">{explain(error)}</Text>
        <Button size="xs" variant="light" color="red" onClick={onRetry}>
          {text.tryAgain}
        </Button>
      </Group>
    </Alert>
  );
}
