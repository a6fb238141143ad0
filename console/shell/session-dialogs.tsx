/** Nothing that was typed is lost: asked before leaving, kept while signing in again, and never sent for another user. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { PREFIX } from "../api/base.ts";
import { sessionEnded } from "../api/session-ended.ts";
import { useTexts } from "../base/language.ts";
import { queries, useCapabilities } from "../base/queries.ts";
import { abandon, leave, wanted } from "../base/route.ts";
import { LockoutDialog } from "./lockout-dialog.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

function Unsaved() {
  const text = useTexts("frame");
  const target = wanted.use();
  const stay = () => wanted.set(undefined);
  return (
    <Modal
      opened={target !== undefined}
      onClose={stay}
      title={text.unsavedTitle}
      closeButtonProps={{ "aria-label": text.close }}
    >
      <Stack>
        <Text size="sm">{text.unsavedText}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={stay}>
            {text.stay}
          </Button>
          <Button color="red" onClick={() => target !== undefined && leave(target)}>
            {text.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The user of this tab; another one means that what is shown here is not for them. */
function useOneUser(): string | undefined {
  const { data } = useCapabilities();
  const first = useRef<string | undefined>(undefined);
  const name = data?.x_user;
  if (data && first.current === undefined) first.current = name ?? "";
  const before = first.current;
  return data && name && before !== undefined && before !== name ? name : undefined;
}

function Ended() {
  const text = useTexts("frame");
  const ended = sessionEnded.use();
  const capabilities = useCapabilities();
  const [checked, setChecked] = useState(false);
  const [checking, setChecking] = useState(false);
  const other = useOneUser();

  useEffect(() => {
    if (other) abandon();
  }, [other]);

  const goOn = async () => {
    setChecking(true);
    const { data } = await capabilities.refetch();
    setChecking(false);
    if (!data?.x_user) return setChecked(true);
    setChecked(false);
    sessionEnded.settle();
    await queries.invalidateQueries();
  };

  return (
    <Modal
      opened={(ended && capabilities.data !== undefined) || other !== undefined}
      onClose={() => sessionEnded.settle()}
      title={text.endedTitle}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": text.close }}
    >
      <Stack>
        <Text size="sm">{other ? fill(text.otherUser, { name: other }) : text.endedText}</Text>
        {checked && <Alert color="yellow">{text.stillOut}</Alert>}
        <Group justify="flex-end">
          <Button
            variant="default"
            component="a"
            href={`${PREFIX}/ui/`}
            target="_blank"
            rel="noopener"
            data-autofocus
          >
            {text.signInAgain}
          </Button>
          <Button loading={checking} onClick={() => void goOn()}>
            {text.goOn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function SessionDialogs() {
  return (
    <>
      <Unsaved />
      <Ended />
      <SignInAgain />
      <LockoutDialog />
    </>
  );
}
