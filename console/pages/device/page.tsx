/** Connects a device to the own account (RFC 8628 §3.3; auth-wire 5.12). */
import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { explain, failed } from "../../base/notices.ts";
import { hashOf, replaceRoute, useRoute } from "../../base/route.ts";
import { useAction } from "../../parts/use-action.ts";
import { TabHead } from "../../settings/namespace-page.tsx";

type Request = Schemas["DeviceRequest"];
type Decision = "approve" | "deny";

/** What the service makes of a code that was typed (RFC 8628 §6.1). */
const tidy = (code: string): string => {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : code.trim();
};

interface QuestionProps {
  readonly code: string;
  readonly request: Request;
  readonly onDecided: (decision: Decision) => void;
  /** The decision was not taken: what the service says of the code by now. */
  readonly onRefused: (error: unknown) => Promise<void>;
}

function Words({ list }: { list: readonly string[] }) {
  return (
    <Group gap={6}>
      {list.map((word) => (
        <Badge key={word} variant="light" tt="none" maw="100%">
          <bdi>{word}</bdi>
        </Badge>
      ))}
    </Group>
  );
}

function Asked({ request }: Pick<QuestionProps, "request">) {
  const text = useTexts("device");
  const scopes = request.scope.split(" ").filter(Boolean);
  return (
    <dl className="console-facts">
      <dt>{text.client}</dt>
      <dd>
        <bdi>{request.client_id}</bdi>
      </dd>
      <dt>{text.scope}</dt>
      <dd>{scopes.length > 0 ? <Words list={scopes} /> : text.noScope}</dd>
      {request.resource.length > 0 && (
        <>
          <dt>{text.resource}</dt>
          <dd>
            <Words list={request.resource} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Question({ code, request, onDecided, onRefused }: QuestionProps) {
  const text = useTexts("device");
  const { busy, run } = useAction((error) => void onRefused(error));
  const decide = (action: Decision) =>
    run(async () => {
      await api.POST("/v1/device", { body: { user_code: code, action } });
      onDecided(action);
    });
  const isAllowed = request.allowed !== false;
  return (
    <Stack gap="md">
      <Text fw={600} component="h2">
        {isAllowed ? text.question : text.notAllowed}
      </Text>
      {isAllowed && (
        <div>
          <Text size="sm" c="dimmed">
            {text.sameCode}
          </Text>
          <Text className="console-device-code">{code}</Text>
        </div>
      )}
      <Asked request={request} />
      <Alert color="yellow" {...(!isAllowed && { role: "alert" })}>
        {isAllowed ? text.advice : text.notAllowedText}
      </Alert>
      <Group>
        <Button variant="default" disabled={busy} onClick={() => void decide("deny")}>
          {text.deny}
        </Button>
        {isAllowed && (
          <Button disabled={busy} onClick={() => void decide("approve")}>
            {text.allow}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

export default function Page() {
  const text = useTexts("device");
  const { query } = useRoute();
  const given = query.get("user_code") ?? "";
  const [typed, setTyped] = useState(given);
  const [request, setRequest] = useState<Request>();
  const [decided, setDecided] = useState<Decision>();
  const [problem, setProblem] = useState<string>();
  const { busy, run } = useAction((error) => setProblem(explain(error)));
  const code = tidy(typed);

  useEffect(() => setTyped(given), [given]);

  const read = () =>
    payloadOf(api.GET("/v1/device/{user_code}", { params: { path: { user_code: code } } }));
  const look = () => {
    setProblem(undefined);
    return run(async () => {
      const request = await read();
      if (request.status === "pending") setRequest(request);
      else setProblem(text.handled);
    });
  };
  // The rule of the application may have changed since the question was asked.
  const onRefused = async (error: unknown) => {
    const now = await read().catch(() => undefined);
    if (now?.allowed === false) setRequest(now);
    else failed(error);
  };
  const again = () => {
    replaceRoute(hashOf("device"));
    setTyped("");
    setRequest(undefined);
    setDecided(undefined);
  };

  const content = (): ReactNode => {
    if (decided) {
      const approved = decided === "approve";
      return (
        <Stack align="start">
          <Alert
            color={approved ? "teal" : "gray"}
            title={approved ? text.approved : text.denied}
            role="status"
            w="100%"
          >
            {approved ? text.approvedText : text.deniedText}
          </Alert>
          <Button variant="default" onClick={again}>
            {text.another}
          </Button>
        </Stack>
      );
    }
    if (request) return <Question {...{ code, request, onRefused }} onDecided={setDecided} />;
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <Stack align="start">
          <Text size="sm">{text.lead}</Text>
          <TextInput
            label={text.code}
            description={text.codeHint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            withAsterisk={false}
            autoFocus
            w={260}
            error={problem}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy}>
            {text.next}
          </Button>
        </Stack>
      </form>
    );
  };
  return (
    <>
      <TabHead of="device" />
      <Paper withBorder p="lg" maw={560}>
        {content()}
      </Paper>
    </>
  );
}
