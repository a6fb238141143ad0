/** Changes the own password, which ends every session (K-11). */
import {
  Alert,
  Button,
  Modal,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
} from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { PREFIX } from "../../api/base.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { useTexts } from "../../base/language.ts";
import { explain } from "../../base/notices.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/use-action.ts";
import { PasswordRules, ToldRules } from "./password-rules.tsx";

/** Below the field; a list is no paragraph. */
const BELOW: Pick<PasswordInputProps, "descriptionProps" | "inputWrapperOrder"> = {
  descriptionProps: { component: "div" } as PasswordInputProps["descriptionProps"],
  inputWrapperOrder: ["label", "input", "error", "description"],
};

const NOTHING = { current: "", next: "", repeat: "" };
type Field = keyof typeof NOTHING;

/** What is wrong, and with which field; without one it is about all of them. */
interface Problem {
  readonly field?: Field;
  readonly text: string;
}

export function PasswordCard({ profile }: { profile: Schemas["Profile"] }) {
  const username = profile.alias[0] ?? "";
  const { name, email } = profile.details;
  const words = [...profile.alias, name, email].filter((word) => typeof word === "string");
  const { password_rules: rules } = profile;
  const text = useTexts("account");
  const [typed, setTyped] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem>();
  const { busy, run } = useAction((error) => {
    const status = error instanceof Failure ? error.status : 0;
    if (status === 401) setProblem({ field: "current", text: text.currentWrong });
    else setProblem({ text: explain(error), ...(status === 400 && { field: "next" }) });
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = problem?.field && form.current?.elements.namedItem(problem.field);
    if (field instanceof HTMLElement) field.focus();
  }, [problem]);
  const [changed, setChanged] = useState(false);
  const { current, next, repeat } = typed;
  const typedPassword = { password: next, words };
  const shown = rules && <PasswordRules {...typedPassword} rules={rules} />;
  useUnsaved(!changed && (current !== "" || next !== ""));

  const change = async () => {
    if (next !== repeat) return setProblem({ field: "repeat", text: text.differ });
    setProblem(undefined);
    const body = { current_password: current, new_password: next };
    // What was typed stays where it is refused, and is never left in a field of a page otherwise.
    if (!(await run(() => api.POST("/v1/me/password", { body })))) return;
    setChanged(true);
    setTyped(NOTHING);
  };
  const field = (name: Field, autoComplete: string) => (
    <PasswordInput
      name={name}
      label={text[name]}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      value={typed[name]}
      error={problem?.field === name ? problem.text : undefined}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      // Mantine names it as what describes the field.
      {...(name === "next" && shown && { description: shown, ...BELOW })}
    />
  );
  return (
    <Panel title={text.changePassword} about={text.passwordText}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <Stack gap="sm" align="stretch">
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          {field("current", "current-password")}
          {field("next", "new-password")}
          {rules && <ToldRules {...typedPassword} rules={rules} />}
          {field("repeat", "new-password")}
          {problem && !problem.field && (
            <Alert color="red" icon={<Icon name="warning" />} role="alert">
              {problem.text}
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
