/** What was generated and is saved now: shown this once. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { SecretText } from "../parts/secret-text.tsx";

export interface OnceProps {
  readonly value: string | undefined;
  readonly about: string;
  readonly onClose: () => void;
}

export function Once({ value, about, onClose }: OnceProps) {
  const text = useTexts("people");
  const frame = useTexts("frame");
  return (
    <Modal
      opened={value !== undefined}
      onClose={onClose}
      title={text.onceTitle}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": frame.close }}
    >
      <Stack>
        <Text size="sm">{about}</Text>
        <SecretText lines={[value ?? ""]} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{text.copied}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
