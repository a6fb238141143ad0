/** What cannot be undone names its consequence and asks, in the place where it was clicked (auth-wire 8.1). */
import { Alert, Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { AdminRoute } from "../api/acts.gen.ts";
import { useTexts } from "../base/language.ts";
import { useMayCall, useMayChange } from "../base/rights.ts";
import { Icon } from "./icon.tsx";
import { useAction } from "./use-action.ts";

export interface ConfirmProps extends ButtonProps {
  /** What the button does; also the button that does it. */
  readonly label: string;
  /** What it means. */
  readonly consequence: string;
  readonly onConfirm: () => Promise<unknown>;
  /** The route that it calls: not offered to those who may not. */
  readonly calls?: AdminRoute;
  /** Says which one, where there are several. */
  readonly "aria-label"?: string;
}

export function Confirm(props: ConfirmProps) {
  const mayChange = useMayChange();
  // One who may look at it alone has nothing to do here.
  if (!mayChange) return null;
  return props.calls === undefined ? (
    <Asked {...props} />
  ) : (
    <Allowed {...props} calls={props.calls} />
  );
}

function Allowed(props: ConfirmProps & { calls: AdminRoute }) {
  return useMayCall(props.calls) ? <Asked {...props} /> : null;
}

function Asked({ label, consequence, onConfirm, calls: _calls, ...button }: ConfirmProps) {
  const text = useTexts("frame");
  const [isAsking, setAsking] = useState(false);
  // The focus goes to the answer that changes nothing, and back.
  const [wasAsking, setWasAsking] = useState(false);
  const { busy, run } = useAction();
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
