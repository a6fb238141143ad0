/** Inviting people: a pasted list, roles, language and where they go on; each line is answered. */
import { Badge, Button, Group, Select, Stack, Table, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { LANGUAGES } from "../../../src/std/texts/languages.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { Section } from "../../parts/section.tsx";
import { useAction } from "../../parts/use-action.ts";
import { RecordPicker } from "../../records/record-picker.tsx";

type Line = Schemas["InvitedLine"];

const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, { name: label }]) => ({
  ...{ value, label },
}));

export function Invite() {
  const text = useTexts("accounts");
  const [people, setPeople] = useState("");
  const [role_ids, setRoles] = useState<string[]>([]);
  const [language, setLanguage] = useState<string | null>(null);
  const [client, setClient] = useState("");
  const [target, setTarget] = useState("");
  const [lines, setLines] = useState<readonly Line[]>();
  const { busy, run } = useAction();
  useUnsaved(people.trim() !== "");
  const invite = () =>
    run(async () => {
      const body = {
        ...{ people, role_ids },
        ...(language && { language }),
        ...(target.trim() && { client_id: client.trim(), redirect_uri: target.trim() }),
      };
      setLines(await payloadOf(api.POST("/v1/invitations", { body: body as never })));
      setPeople("");
      await queries.invalidateQueries();
    });
  return (
    <Section title={text.invite} about={text.inviteAbout}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (people.trim() !== "") void invite();
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={text.people}
            description={text.peopleAbout}
            placeholder={"Ada <ada@example.com>\ngrace@example.com"}
            autosize
            minRows={3}
            maxRows={12}
            value={people}
            onChange={({ currentTarget }) => setPeople(currentTarget.value)}
          />
          <RecordPicker base="/v1/roles" label={text.roles} value={role_ids} onChange={setRoles} />
          <Group align="start" gap="sm" grow preventGrowOverflow={false}>
            <Select
              label={text.language}
              description={text.languageAbout}
              clearable
              placeholder={text.ownLanguage}
              data={LANGUAGE_CHOICES}
              value={language}
              onChange={setLanguage}
            />
            <TextInput
              label={text.target}
              description={text.targetAbout}
              placeholder="https://app.example.com/"
              value={target}
              onChange={({ currentTarget }) => setTarget(currentTarget.value)}
            />
            <TextInput
              label={text.client}
              description={text.clientAbout}
              value={client}
              onChange={({ currentTarget }) => setClient(currentTarget.value)}
            />
          </Group>
          <div>
            <Button type="submit" loading={busy} disabled={people.trim() === ""}>
              {text.send}
            </Button>
          </div>
        </Stack>
      </form>
      {lines && (
        <Table mt="md" className="console-table" role="status">
          <Table.Tbody>
            {lines.map(({ entry, result }) => (
              <Table.Tr key={entry}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <bdi>{entry}</bdi>
                </Table.Td>
                <Table.Td>
                  <Badge variant="light" tt="none" color={result === "invited" ? "teal" : "orange"}>
                    {text.results[result]}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
