/** Suspending a user with a reason, perhaps until a time, and the mail that replaces a password. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Section } from "../parts/section.tsx";
import { TimeIn } from "../parts/time.tsx";
import { useAction } from "../parts/use-action.ts";
import { MailNeeds } from "../settings/mail-needs.tsx";

type Principal = Schemas["Principal"];

/** Above the form of a suspended user. */
export function Suspended({ suspension }: { suspension: NonNullable<Principal["suspension"]> }) {
  const text = useTexts("accounts");
  const { reason, until, by, since } = suspension;
  return (
    <Alert color="orange" title={text.suspended} role="region">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <bdi>{reason}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        <TimeIn text={text.suspendedBy} at={since} places={{ who: <bdi>{by}</bdi> }} />
        {until && (
          <>
            {" · "}
            <TimeIn text={text.suspendedUntil} at={until} />
          </>
        )}
      </Text>
    </Alert>
  );
}

function SuspendForm({ id }: { id: string }) {
  const text = useTexts("accounts");
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const suspend = async () => {
    // Of the zone of the reader.
    const end = until === "" ? {} : { until: new Date(until).toISOString() };
    const body = { reason: reason.trim(), ...end };
    await api.POST("/v1/users/{id}/suspend", { params: { path: { id } }, body });
    succeeded(text.isSuspended);
    await queries.invalidateQueries();
  };
  return (
    <Stack gap="sm">
      <Group align="start" gap="sm" grow preventGrowOverflow={false}>
        <TextInput
          label={text.reason}
          description={text.reasonAbout}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={text.end}
          description={text.endAbout}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </Group>
      <div>
        <Confirm
          calls="POST /v1/users/{id}/suspend"
          label={text.suspend}
          consequence={text.suspendWhat}
          disabled={reason.trim() === ""}
          onConfirm={suspend}
        />
      </div>
    </Stack>
  );
}

function SendReset({ id }: { id: string }) {
  const text = useTexts("accounts");
  const { busy, run } = useAction();
  const send = () =>
    run(async () => {
      await api.POST("/v1/users/{id}/password-reset", { params: { path: { id } } });
      succeeded(text.resetSent);
    });
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void send()}>
      {text.sendReset}
    </Button>
  );
}

/** @param record a user */
export function AccountActions({ record }: { record: Principal }) {
  const text = useTexts("accounts");
  const { id, is_active, suspension, local } = record;
  const { busy, run } = useAction();
  const resume = () =>
    run(async () => {
      await api.POST("/v1/users/{id}/resume", { params: { path: { id } } });
      succeeded(text.resumed);
      await queries.invalidateQueries();
    });
  return (
    <>
      {local && is_active && (
        <Section title={text.reset} about={text.resetAbout}>
          <MailNeeds />
          <SendReset id={id} />
        </Section>
      )}
      {(is_active || suspension) && (
        <Section title={text.suspension} about={text.suspensionAbout}>
          {suspension ? (
            <Button size="xs" loading={busy} onClick={() => void resume()}>
              {text.resume}
            </Button>
          ) : (
            <SuspendForm id={id} />
          )}
        </Section>
      )}
    </>
  );
}
