/** A secret that was just made, for as long as the page of its webhook is open; it is kept nowhere else. */
import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { useTexts } from "../../base/language.ts";
import { Copy } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { createStore } from "../../std/store.ts";

const shown = createStore<{ readonly id: string; readonly secret: string } | undefined>(undefined);

export const showWebhookSecret = (id: string, secret: string): void => shown.set({ id, secret });

export function ShownWebhookSecret({ id }: { id: string }) {
  const text = useTexts("webhooks");
  const now = shown.use();
  useEffect(() => () => shown.set(undefined), []);
  if (now?.id !== id) return null;
  return (
    <Alert color="yellow" icon={<Icon name="key" />} title={text.secretTitle} mb="md">
      <Stack gap="xs">
        <Text size="sm">{text.secretAbout}</Text>
        <div style={{ overflowWrap: "anywhere" }}>
          <Code data-secret>{now.secret}</Code> <Copy value={now.secret} label={text.copySecret} />
        </div>
        <Group>
          <Button size="xs" variant="default" onClick={() => shown.set(undefined)}>
            {text.secretNoted}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
