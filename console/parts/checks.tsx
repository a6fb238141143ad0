/** The report of a test: each check with its outcome in a word, a sign and a colour. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { Icon } from "./icon.tsx";

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
}

export function Checks({ passed, checks }: { passed: boolean; checks: readonly CheckResult[] }) {
  const text = useTexts("checks");
  return (
    <Alert
      role="status"
      color={passed ? "teal" : "red"}
      icon={<Icon name={passed ? "done" : "warning"} />}
      title={passed ? text.passed : text.notPassed}
    >
      <Stack gap={6} component="ul" className="console-steps">
        {checks.map(({ name, ok, detail }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check may come twice
          <li key={at}>
            <Group gap={6} wrap="nowrap" align="start">
              <Text component="span" c={ok ? "teal" : "red"} lh={1} mt={2}>
                <Icon name={ok ? "done" : "close"} size={16} />
              </Text>
              <Text size="sm">
                <b>{name}</b> – {ok ? text.fine : text.wrong}
                {detail && (
                  <>
                    : <bdi>{detail}</bdi>
                  </>
                )}
              </Text>
            </Group>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}
