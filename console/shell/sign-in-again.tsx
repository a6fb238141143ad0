/** Asks for a new sign-in in a window of its own; what is typed here stays as it is. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { SIGN_IN_AGAIN } from "../api/document.ts";
import { SIGNED_IN, waiting } from "../base/again.ts";
import { useTexts } from "../base/language.ts";

export function SignInAgain() {
  const text = useTexts("frame");
  const call = waiting.use();
  const [opened, setOpened] = useState(false);

  useEffect(() => {
    setOpened(false);
    if (!call) return undefined;
    const channel = new BroadcastChannel(SIGNED_IN);
    channel.onmessage = call.goOn;
    return () => channel.close();
  }, [call]);

  return (
    <Modal
      opened={call !== undefined}
      onClose={() => call?.giveUp()}
      title={text.againTitle}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": text.close }}
    >
      <Stack>
        <Text size="sm">{SIGN_IN_AGAIN ? text.againText : text.againNowhere}</Text>
        <Group justify="flex-end">
          {SIGN_IN_AGAIN && (
            <Button
              variant={opened ? "default" : "filled"}
              component="a"
              href={SIGN_IN_AGAIN}
              target="_blank"
              rel="opener"
              data-autofocus
              onClick={() => setOpened(true)}
            >
              {text.signInAgain}
            </Button>
          )}
          {opened && <Button onClick={() => call?.goOn()}>{text.goOn}</Button>}
          <Button variant="default" onClick={() => call?.giveUp()}>
            {text.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Of the window that was opened for the sign-in: it tells the first one, and goes. */
export function CameBack() {
  const text = useTexts("frame");
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN);
    channel.postMessage("");
    channel.close();
    close();
  }, []);
  return (
    <Stack align="center" justify="center" h="100dvh" p="md">
      <Text fw={600} component="h1">
        {text.cameBackTitle}
      </Text>
      <Text size="sm" c="dimmed">
        {text.cameBackText}
      </Text>
    </Stack>
  );
}
