/** What cannot be undone names its consequence and asks, in the place where it was clicked (auth-wire 8.1). */
import { Alert, Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../base/language.ts";
import { useMayChange } from "../base/rights.ts";
import { Icon } from "./icon.tsx";
import { useAction } from "./use-action.ts";

export interface ConfirmProps extends ButtonProps {
  /** What the button does; also the button that does it. */
  readonly label: string;
  /** What it means. */
  readonly consequence: string;
  readonly onConfirm: () => Promise<unknown>;
  /** Says which one, where there are several. */
  readonly "aria-label"?: string;
}

export function Confirm({ label, consequence, onConfirm, ...button }: ConfirmProps) {
  const text = useTexts("frame");
  const [isAsking, setAsking] = useState(false);
  // The focus goes to the answer that changes nothing, and back.
  const [wasAsking, setWasAsking] = useState(false);
  const { busy, run } = useAction();
  // One who may look at it alone has nothing to do here.
  if (!useMayChange()) return null;
  if (!isAsking) {
    return (
      <Button
        variant="light"
        color="red"
        size="xs"
        {...button}
        autoFocus={wasAsking}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    );
  }
  const stop = () => {
    setAsking(false);
    setWasAsking(true);
  };
  const confirm = async () => {
    if (await run(onConfirm)) stop();
  };
  return (
    <Alert color="red" icon={<Icon name="warning" />} role="alertdialog" aria-label={label}>
      <Stack gap="xs">
        <Text size="sm">{consequence}</Text>
        <Group gap="xs">
          <Button size="xs" color="red" loading={busy} onClick={() => void confirm()}>
            {label}
          </Button>
          <Button size="xs" variant="default" autoFocus onClick={stop}>
            {text.cancel}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
