/** Guided first steps after the first sign-in; what is done follows from the state of the service. */
import { Badge, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { failed } from "../../base/notices.ts";
import { hashOf } from "../../base/route.ts";
import { TabHead } from "../../settings/namespace-page.tsx";
import { useAway, useProgress } from "./progress.ts";
import { RegisterApplication } from "./register-application.tsx";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { protections } from "./snippets.ts";

interface StepProps {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Undefined where nothing tells. */
  readonly done?: boolean | undefined;
  readonly children: ReactNode;
}

function Step({ name, title, about, done, children }: StepProps) {
  const text = useTexts("firstSteps");
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`step-${name}`} data-step={name}>
      <Group justify="space-between" mb={4} wrap="nowrap" align="start">
        <Title order={2} size="h5" id={`step-${name}`}>
          {title}
        </Title>
        {done !== undefined && (
          <Badge color={done ? "teal" : "gray"} variant="light" flex="none" data-done={done}>
            {done ? text.done : text.open}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        {about}
      </Text>
      {children}
    </Paper>
  );
}

export default function Page() {
  const text = useTexts("firstSteps");
  const progress = useProgress();
  const { away, put } = useAway();
  const all = Object.values(progress ?? {});
  const done = all.filter(Boolean).length;
  const toAccount = (
    <Button component="a" href={hashOf("account")} size="xs" variant="light">
      {text.toAccount}
    </Button>
  );
  return (
    <>
      <TabHead>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void put(!away).catch((error: unknown) => failed(error))}
        >
          {away ? text.back : text.away}
        </Button>
      </TabHead>
      <Stack>
        {away && <Text size="sm">{text.awayHint}</Text>}
        {progress && (
          <div>
            <Text size="sm" data-progress={done}>
              {fill(text.progress, { done, total: all.length })}
            </Text>
            <Progress
              value={(100 * done) / all.length}
              mt={4}
              aria-label={fill(text.progress, { done, total: all.length })}
            />
          </div>
        )}
        <Step
          name="password"
          title={text.password}
          about={text.passwordText}
          done={progress?.password}
        >
          {toAccount}
        </Step>
        <Step name="passkey" title={text.passkey} about={text.passkeyText} done={progress?.passkey}>
          {toAccount}
        </Step>
        <Step
          name="application"
          title={text.application}
          about={text.applicationText}
          done={progress?.application}
        >
          <RegisterApplication />
        </Step>
        <Step name="protect" title={text.protect} about={text.protectText}>
          <Stack gap="sm" align="stretch">
            <SnippetTabs snippets={protections(location.host)} />
            <Group>
              <Button component="a" href={hashOf("permissions", "new")} size="xs" variant="light">
                {text.permission}
              </Button>
            </Group>
          </Stack>
        </Step>
      </Stack>
    </>
  );
}
