/** The own second factor: QR code, confirmation, recovery codes that are shown once (auth-wire 6.4; F-2, F-3). */
import { Alert, Button, Group, Image, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { explain, succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { useSecondFactor } from "./answers.ts";

interface Registration {
  readonly secret: string;
  readonly url: string;
  /** SVG, as the service drew it. */
  readonly qr: string;
}

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

function SetUp({
  registration,
  onCodes,
  onCancel,
}: {
  registration: Registration;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const text = useTexts("account");
  const frame = useTexts("frame");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const { busy, run } = useAction((error) =>
    setProblem(
      error instanceof Failure && error.sentences.some(({ id }) => id === "refusal.code_wrong")
        ? text.codeWrong
        : explain(error),
    ),
  );
  useUnsaved(true);
  const confirm = () =>
    run(async () => {
      const body = { code: code.replaceAll(/\s/g, "") };
      const { recovery_codes } = await withRecentSignIn(() =>
        payloadOf(api.POST("/v1/totp/confirm", { body })),
      );
      succeeded(text.turnedOn);
      onCodes(recovery_codes);
      await queries.invalidateQueries();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{text.scan}</Text>
        <Image
          className="console-qr"
          src={`data:image/svg+xml,${encodeURIComponent(registration.qr)}`}
          alt={text.qr}
          w={200}
        />
        <div>
          <Text size="sm" c="dimmed">
            {text.typeIn}
          </Text>
          <Group gap={4}>
            <code data-secret>{grouped(registration.secret)}</code>
            <Copy value={registration.secret} />
          </Group>
        </div>
        <TextInput
          label={text.enter}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          maxLength={20}
          maw={220}
          autoFocus
          value={code}
          error={problem}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            {text.turnOn}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {frame.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function TwoStepCard() {
  const text = useTexts("account");
  const [registration, setRegistration] = useState<Registration>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, run } = useAction();
  const factor = useSecondFactor();
  if (factor.data === null) return null;
  // Where it is switched off, one that is there can still be taken away.
  const off = factor.data?.disabled === true;
  if (off && !factor.data?.enabled) return null;
  const begin = () =>
    run(async () =>
      setRegistration(
        await withRecentSignIn(() => payloadOf(api.POST("/v1/totp/register", { body: {} }))),
      ),
    );
  const renew = async () => {
    const { recovery_codes } = await withRecentSignIn(() =>
      payloadOf(api.POST("/v1/totp/recovery", { body: {} })),
    );
    setCodes(recovery_codes);
    await queries.invalidateQueries();
  };
  const turnOff = async () => {
    await withRecentSignIn(() => api.DELETE("/v1/totp", { body: {} }));
    succeeded(text.turnedOff);
    await queries.invalidateQueries();
  };
  const content = () => {
    if (codes) {
      return (
        <ShownOnce
          title={text.codesTitle}
          about={text.codesText}
          secrets={codes}
          copyLabel={text.copyCodes}
          doneLabel={text.kept}
          onDone={() => setCodes(undefined)}
        />
      );
    }
    if (registration) {
      return (
        <SetUp
          registration={registration}
          onCancel={() => setRegistration(undefined)}
          onCodes={(fresh) => {
            setRegistration(undefined);
            setCodes(fresh);
          }}
        />
      );
    }
    if (factor.error && !factor.data)
      return <Unanswered error={factor.error} onRetry={() => void factor.refetch()} />;
    if (!factor.data) return <Skeleton height={60} />;
    const { enabled, recovery_codes_left: left } = factor.data;
    if (!enabled) {
      return (
        <div>
          <Button loading={busy} onClick={() => void begin()}>
            {text.setUp}
          </Button>
        </div>
      );
    }
    return (
      <>
        {left === 0 ? (
          <Alert color="yellow">{text.noCodesLeft}</Alert>
        ) : (
          <Text size="sm">{fill(text.codesLeft, { count: left })}</Text>
        )}
        <Group gap="xs">
          <Confirm
            label={text.newCodes}
            color="postern"
            consequence={text.newCodesText}
            onConfirm={renew}
          />
          {!off && (
            <Button size="xs" variant="default" loading={busy} onClick={() => void begin()}>
              {text.anotherDevice}
            </Button>
          )}
          <Confirm label={text.turnOff} consequence={text.turnOffText} onConfirm={turnOff} />
        </Group>
      </>
    );
  };
  return (
    <Panel title={text.twoStep} about={factor.data?.enabled ? text.twoStepOn : text.twoStepOff}>
      {content()}
    </Panel>
  );
}
