/** Changes the key of everything that is sealed in the database (auth-wire 6.10, 8.2). */
import { Alert, Button, Checkbox, Group, List, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { TabHead } from "../../settings/namespace-page.tsx";

/** As `postern keygen` makes one: 32 random bytes in base64. */
const generate = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

interface Done {
  /** Kept here until it is dismissed: the service never tells it. */
  readonly key: string;
  readonly answer: Schemas["EncryptionRotated"];
}

function ChangeForm({ onDone }: { onDone: (done: Done) => void }) {
  const text = useTexts("encryption");
  const [key, setKey] = useState("");
  const [keep, setKeep] = useState(false);
  const [restart, setRestart] = useState(false);
  useUnsaved(key !== "");
  const renew = (value: string) => {
    setKey(value);
    // It was said of another key.
    setKeep(false);
  };
  const rotate = async () => {
    const new_key = key.trim();
    const answer = await payloadOf(api.POST("/v1/encryption/rotate", { body: { new_key } }));
    onDone({ key: new_key, answer });
    await queries.invalidateQueries();
  };
  return (
    <Stack>
      <List size="sm" spacing={4}>
        {text.points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
      <Group align="end" gap="xs" maw={640}>
        <TextInput
          flex="1 1 260px"
          label={text.key}
          description={text.keyHint}
          classNames={{ input: "console-code" }}
          value={key}
          maxLength={1_024}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => renew(event.currentTarget.value)}
          rightSection={key === "" ? undefined : <Copy value={key} label={text.copy} />}
        />
        <Button variant="default" onClick={() => renew(generate())}>
          {text.generate}
        </Button>
      </Group>
      <Checkbox
        label={text.keep}
        checked={keep}
        disabled={key === ""}
        onChange={(event) => setKeep(event.currentTarget.checked)}
      />
      <Checkbox
        label={text.restart}
        checked={restart}
        onChange={(event) => setRestart(event.currentTarget.checked)}
      />
      <div>
        <Confirm
          label={text.change}
          consequence={text.consequence}
          disabled={key.trim() === "" || !keep || !restart}
          onConfirm={rotate}
        />
      </div>
    </Stack>
  );
}

export default function Page() {
  const text = useTexts("encryption");
  const [done, setDone] = useState<Done>();
  return (
    <Stack>
      <TabHead of="encryption" />
      {done ? (
        <>
          <ShownOnce
            title={text.doneTitle}
            about={done.answer.kept ? text.kept : text.brought}
            secrets={[done.key]}
            copyLabel={text.copy}
            doneLabel={text.done}
            onDone={() => setDone(undefined)}
          />
          <Alert color="gray" icon={<Icon name="info" />}>
            {fill(text.count, { count: String(done.answer.values), id: done.answer.key_id })}
          </Alert>
        </>
      ) : (
        <Panel title={text.panel} about={text.about}>
          <ChangeForm onDone={setDone} />
        </Panel>
      )}
    </Stack>
  );
}
