/** What userinfo would answer with claim sets that are not saved: the service renders them against a sample. */
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import type { Document } from "../../form/schema.ts";
import { JsonView } from "../../parts/json-view.tsx";
import { Offered } from "../../parts/offered.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/use-action.ts";

export type Sets = Readonly<Record<string, { readonly claims?: Readonly<Record<string, string>> }>>;

const CLAIMS: Document = {
  sub: "01J0A0B0C0D0E0F0G0H0J0K0M0",
  name: "Ada",
  email: "ada@example.com",
};
const USER: Document = {
  alias: ["ada", "ada@example.com"],
  details: { name: "Ada", email: "ada@example.com", department: "Research" },
  role_ids: [],
};

/** The name of a document for the eye; its field has the same as its label. */
const Heading = ({ children }: { children: string }) => (
  <Text size="sm" fw={600} aria-hidden>
    {children}
  </Text>
);

export function Preview(props: { sets: Sets }) {
  return (
    <Offered calls="POST /v1/custom-info/preview">
      <PreviewPanel {...props} />
    </Offered>
  );
}

function PreviewPanel({ sets }: { sets: Sets }) {
  const text = useTexts("customInfo");
  const names = Object.keys(sets);
  const [chosen, setChosen] = useState("");
  const [claims, setClaims] = useState<unknown>(CLAIMS);
  const [user, setUser] = useState<unknown>(USER);
  const [invalid, setInvalid] = useState({ claims: false, user: false });
  const [answer, setAnswer] = useState<unknown>();
  const { busy, run } = useAction();
  const name = names.includes(chosen) ? chosen : (names[0] ?? "");
  const show = async () => {
    setAnswer(undefined);
    await run(async () => {
      const body = { claims, user, set: { claims: sets[name]?.claims ?? {} } };
      setAnswer(
        await payloadOf(api.POST("/v1/custom-info/preview", { body: body as never }) as never),
      );
    });
  };
  if (names.length === 0) {
    return (
      <Panel title={text.preview}>
        <Text size="sm">{text.noSets}</Text>
      </Panel>
    );
  }
  return (
    <Panel title={text.preview} about={text.previewAbout}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <div>
          <Heading>{text.claims}</Heading>
          <JsonView
            value={claims}
            label={text.claims}
            onChange={setClaims}
            onValidity={(valid) => setInvalid((before) => ({ ...before, claims: !valid }))}
          />
        </div>
        <div>
          <Heading>{text.user}</Heading>
          <JsonView
            value={user}
            label={text.user}
            onChange={setUser}
            onValidity={(valid) => setInvalid((before) => ({ ...before, user: !valid }))}
          />
        </div>
      </SimpleGrid>
      <Group align="end">
        <NativeSelect
          label={text.set}
          data={names}
          value={name}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setAnswer(undefined);
          }}
        />
        <Button
          variant="default"
          loading={busy}
          disabled={invalid.claims || invalid.user}
          onClick={() => void show()}
        >
          {text.show}
        </Button>
      </Group>
      <Stack aria-live="polite">
        {answer !== undefined && (
          <div>
            <Heading>{text.answer}</Heading>
            <JsonView key={JSON.stringify(answer)} value={answer} label={text.answer} />
          </div>
        )}
      </Stack>
    </Panel>
  );
}
