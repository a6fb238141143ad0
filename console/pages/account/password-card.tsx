/** Changes the own password, which ends every session (K-11). */
import { Alert, Button, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { PREFIX } from "../../api/base.ts";
import { api } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { explain } from "../../base/notices.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/use-action.ts";

const NOTHING = { current: "", next: "", repeat: "" };

export function PasswordCard({ username }: { username: string }) {
  const text = useTexts("account");
  const [typed, setTyped] = useState(NOTHING);
  const [problem, setProblem] = useState<string>();
  const { busy, run } = useAction((error) => setProblem(explain(error)));
  const [changed, setChanged] = useState(false);
  const { current, next, repeat } = typed;
  useUnsaved(!changed && (current !== "" || next !== ""));

  const change = async () => {
    if (next !== repeat) return setProblem(text.differ);
    setProblem(undefined);
    const body = { current_password: current, new_password: next };
    setChanged(await run(() => api.POST("/v1/me/password", { body })));
    // A password is never left in a field of a page.
    setTyped(NOTHING);
  };
  const field = (name: keyof typeof NOTHING, autoComplete: string) => (
    <PasswordInput
      label={text[name]}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Panel title={text.changePassword} about={text.passwordText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <Stack gap="sm" align="stretch">
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          {field("current", "current-password")}
          {field("next", "new-password")}
          {field("repeat", "new-password")}
          {problem && (
            <Alert color="red" icon={<Icon name="warning" />} role="alert">
              {problem}
            </Alert>
          )}
          <div>
            <Button type="submit" loading={busy}>
              {text.change}
            </Button>
          </div>
        </Stack>
      </form>
      <Modal
        opened={changed}
        onClose={() => undefined}
        withCloseButton={false}
        title={text.changedTitle}
      >
        <Stack>
          <Text size="sm">{text.changedText}</Text>
          <Button component="a" href={`${PREFIX}/ui/`} data-autofocus>
            {text.signIn}
          </Button>
        </Stack>
      </Modal>
    </Panel>
  );
}
