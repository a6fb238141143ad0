/** Configuration as code: the document of this installation, the plan of another one, and its application (ADR 0100). */
import {
  Alert,
  Badge,
  Button,
  Checkbox,
  FileButton,
  Group,
  Stack,
  Text,
  Textarea,
} from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { MemberChanges } from "../../audit/member-changes.tsx";
import { useTexts } from "../../base/language.ts";
import { failed, succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { saveText } from "../../parts/save-text.ts";
import { useAction } from "../../parts/use-action.ts";
import { TabHead } from "../../settings/namespace-page.tsx";

const FILE = "postern-document.yaml";

interface Plan {
  /** Stands for exactly these changes. */
  readonly tag: string;
  readonly changes: readonly Schemas["PlannedChange"][];
}

function Download() {
  const text = useTexts("configuration");
  const { busy, run } = useAction();
  const download = async () =>
    saveText(FILE, "application/yaml", (await payloadOf(api.GET("/v1/configuration"))).text);
  return (
    <div>
      <Button
        variant="default"
        loading={busy}
        leftSection={<Icon name="download" />}
        onClick={() => void run(download)}
      >
        {text.download}
      </Button>
    </div>
  );
}

const COLOURS = { create: "green", change: "blue", remove: "red" } as const;

function Planned({ changes }: Pick<Plan, "changes">) {
  const text = useTexts("configuration");
  return (
    <Stack gap="md">
      {changes.map(({ kind, name, action, members }) => (
        <Stack key={`${kind} ${name}`} gap={4}>
          <Group gap="xs">
            <Badge color={COLOURS[action]} variant="light">
              {text.actions[action]}
            </Badge>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              <bdi>{name}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              {text.kinds[kind]}
            </Text>
          </Group>
          {action !== "remove" && members.length > 0 && (
            <MemberChanges changes={members} title="" />
          )}
        </Stack>
      ))}
    </Stack>
  );
}

function Apply() {
  const text = useTexts("configuration");
  const [written, setWritten] = useState("");
  const [prune, setPrune] = useState(false);
  const [plan, setPlan] = useState<Plan>();
  const { busy, run } = useAction();
  useUnsaved(written !== "");
  const change = (value: string) => {
    setWritten(value);
    setPlan(undefined);
  };
  const body = { document: written, prune };
  const look = async () => {
    setPlan(undefined);
    const answer = await api.POST("/v1/configuration/plan", { body });
    const { changes } = await payloadOf(Promise.resolve(answer));
    setPlan({ changes, tag: answer.response.headers.get("etag") ?? "" });
  };
  const apply = async () => {
    const headers = { "If-Match": plan?.tag ?? "" };
    await payloadOf(api.POST("/v1/configuration/apply", { body, headers }));
    change("");
    succeeded(text.done);
    await queries.invalidateQueries();
  };
  const read = async (file: File | null) => {
    if (file) await file.text().then(change, (error: unknown) => failed(error, "document"));
  };
  return (
    <Stack>
      <Textarea
        label={text.document}
        description={text.documentHint}
        classNames={{ input: "console-code" }}
        value={written}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div>
        <FileButton
          accept=".yaml,.yml,.json,application/yaml,application/json"
          onChange={(file) => void read(file)}
        >
          {(button) => (
            <Button {...button} variant="default" size="xs">
              {text.file}
            </Button>
          )}
        </FileButton>
      </div>
      <Checkbox
        label={text.prune}
        description={text.pruneHint}
        checked={prune}
        onChange={(event) => {
          setPrune(event.currentTarget.checked);
          setPlan(undefined);
        }}
      />
      <div>
        <Button loading={busy} disabled={written.trim() === ""} onClick={() => void run(look)}>
          {text.plan}
        </Button>
      </div>
      {plan && plan.changes.length === 0 && (
        <Alert color="green" icon={<Icon name="done" />} role="status">
          {text.nothing}
        </Alert>
      )}
      {plan && plan.changes.length > 0 && (
        <Stack role="region" aria-label={text.planned}>
          <Text fw={600}>{fill(text.count, { count: String(plan.changes.length) })}</Text>
          <Planned changes={plan.changes} />
          <div>
            <Confirm label={text.apply} consequence={text.consequence} onConfirm={apply} />
          </div>
        </Stack>
      )}
    </Stack>
  );
}

export default function Page() {
  const text = useTexts("configuration");
  return (
    <Stack>
      <TabHead of="configuration" />
      <Panel title={text.exportTitle} about={text.exportAbout}>
        <Download />
      </Panel>
      <Panel title={text.applyTitle} about={text.applyAbout}>
        <Apply />
      </Panel>
    </Stack>
  );
}
