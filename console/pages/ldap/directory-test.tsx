/** Tries a stored record out, step by step: connect, bind, a user, groups. */
import { Button, Group, Paper, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../app/language.ts";
import { failed } from "../../app/notices.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Checks } from "../../parts/checks.tsx";
import { DIRECTORY } from "../../texts/directory.ts";

export function DirectoryTest({ id }: { id: string }) {
  const text = useTexts(DIRECTORY);
  const [uid, setUid] = useState("");
  const [busy, setBusy] = useState(false);
  const [trial, setTrial] = useState<Schemas["LdapTrial"]>();
  const run = async () => {
    setBusy(true);
    try {
      const body = { id, ...(uid.trim() && { uid: uid.trim() }) };
      setTrial(await payloadOf(api.POST("/v1/ldap/test", { body })));
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={text.test}>
      <SectionHead title={text.test} about={text.testAbout} />
      <Stack>
        <Group align="end" gap="xs">
          <TextInput
            label={text.testUser}
            description={text.testUserAbout}
            value={uid}
            onChange={({ currentTarget }) => setUid(currentTarget.value)}
          />
          <Button variant="default" loading={busy} onClick={() => void run()}>
            {text.runTest}
          </Button>
        </Group>
        {trial && (
          <Checks
            passed={trial.ok}
            checks={trial.steps.map(({ step, ok, detail }) => ({
              ...{ name: text.steps[step], ok, detail },
            }))}
          />
        )}
      </Stack>
    </Paper>
  );
}
