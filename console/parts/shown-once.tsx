/** A secret that is shown this one time, with the way to copy it; the page is not left by a click before it is kept. */
import { Alert, Button, Stack, Text } from "@mantine/core";
import { useUnsaved } from "../base/use-unsaved.ts";
import { Icon } from "./icon.tsx";
import { SecretText } from "./secret-text.tsx";

export interface ShownOnceProps {
  readonly title: string;
  readonly about: string;
  /** Each on a line of its own. */
  readonly secrets: readonly string[];
  readonly copyLabel: string;
  readonly doneLabel: string;
  readonly onDone: () => void;
}

export function ShownOnce(props: ShownOnceProps) {
  const { title, about, secrets, copyLabel, doneLabel, onDone } = props;
  useUnsaved(true);
  return (
    <Alert color="teal" title={title} icon={<Icon name="key" />} role="status">
      <Stack gap="sm" align="start">
        <Text size="sm">{about}</Text>
        <SecretText lines={secrets} copyLabel={copyLabel} />
        <Button size="xs" onClick={onDone}>
          {doneLabel}
        </Button>
      </Stack>
    </Alert>
  );
}
