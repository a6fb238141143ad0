/** A secret that was just set, for as long as the page of its client is open; it is kept nowhere else. */
import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { useTexts } from "../../base/language.ts";
import { Copy } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { createStore } from "../../std/store.ts";

const shown = createStore<{ readonly id: string; readonly secret: string } | undefined>(undefined);

export const showSecret = (id: string, secret: string): void => shown.set({ id, secret });

/** The secret of this client, if it was set just now. */
export function useShownSecret(id: string): string | undefined {
  const now = shown.use();
  return now?.id === id ? now.secret : undefined;
}

export function ShownSecret({ id }: { id: string }) {
  const text = useTexts("clients");
  const secret = useShownSecret(id);
  useEffect(() => () => shown.set(undefined), []);
  if (secret === undefined) return null;
  return (
    <Alert color="yellow" icon={<Icon name="key" />} title={text.secretTitle}>
      <Stack gap="xs">
        <Text size="sm">{text.secretAbout}</Text>
        <dl className="console-pairs">
          <dt>client_id</dt>
          <dd>
            <Code>{id}</Code> <Copy value={id} label={text.copyId} />
          </dd>
          <dt>client_secret</dt>
          <dd>
            <Code data-secret>{secret}</Code> <Copy value={secret} label={text.copySecret} />
          </dd>
        </dl>
        <Group>
          <Button size="xs" variant="default" onClick={() => shown.set(undefined)}>
            {text.secretNoted}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
