/** Tries a stored record out, step by step: connect, bind, a user, groups. */
import { Button, Group, Paper, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useSentences, useTexts } from "../../base/language.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Checks } from "../../parts/checks.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAction } from "../../parts/use-action.ts";

export function DirectoryTest(props: { id: string }) {
  return (
    <Offered calls="POST /v1/ldap/test">
      <DirectoryTestPanel {...props} />
    </Offered>
  );
}

function DirectoryTestPanel({ id }: { id: string }) {
  const text = useTexts("directory");
  const sentence = useSentences();
  const [uid, setUid] = useState("");
  const { busy, run } = useAction();
  const [trial, setTrial] = useState<Schemas["LdapTrial"]>();
  const test = () =>
    run(async () => {
      const body = { id, ...(uid.trim() && { uid: uid.trim() }) };
      setTrial(await payloadOf(api.POST("/v1/ldap/test", { body })));
    });
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
          <Button variant="default" loading={busy} onClick={() => void test()}>
            {text.runTest}
          </Button>
        </Group>
        {trial && (
          <Checks
            passed={trial.ok}
            checks={trial.steps.map(({ step, ok, detail, message }) => ({
              ...{ name: text.steps[step], ok, detail: message ? sentence(message) : detail },
            }))}
          />
        )}
      </Stack>
    </Paper>
  );
}
