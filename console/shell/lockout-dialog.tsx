/** Says what a refused write would lock out, and takes a second, deliberate yes (decision E-13). */
import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type LockoutQuestion, lockout } from "../api/lockout.ts";
import { useSentences, useTexts } from "../base/language.ts";
import { Icon } from "../parts/icon.tsx";

function Question({ failure, decide }: LockoutQuestion) {
  const text = useTexts("frame");
  const said = useSentences();
  const [sure, setSure] = useState(false);
  return (
    <Stack>
      <Alert color="red" icon={<Icon name="warning" />}>
        {failure.sentences.map((sentence) => (
          <Text key={sentence.text} size="sm">
            {said(sentence)}
          </Text>
        ))}
      </Alert>
      <Text size="sm">
        {text.lockoutText} <Code>postern recover</Code>
      </Text>
      <Checkbox
        label={text.lockoutSure}
        checked={sure}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={() => decide(false)}>
          {text.cancel}
        </Button>
        <Button color="red" disabled={!sure} onClick={() => decide(true)}>
          {text.lockoutForce}
        </Button>
      </Group>
    </Stack>
  );
}

export function LockoutDialog() {
  const text = useTexts("frame");
  const question = lockout.use();
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.decide(false)}
      title={text.lockoutTitle}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": text.close }}
    >
      {question && <Question {...question} />}
    </Modal>
  );
}
