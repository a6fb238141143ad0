/** Makes a client of the right kind, and shows what to write into the application. */
import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries, useInfo } from "../../base/queries.ts";
import { hashOf } from "../../base/route.ts";
import { Copy } from "../../parts/copy.tsx";
import { useAction } from "../../parts/use-action.ts";
import { KINDS, type Kind, REDIRECTS, type Registered, register } from "./kinds.ts";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { snippetsFor } from "./snippets.ts";

/** Libraries send the address of a host with its slash, and addresses are compared to the letter. */
const asSent = (uri: string) => (/^https?:\/\/[^/?#]+$/.test(uri) ? `${uri}/` : uri);

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

function Made({ made, onAnother }: { made: Registered; onAnother: () => void }) {
  const text = useTexts("firstSteps");
  const issuer = useInfo().data?.oauth2.issuer_url ?? "";
  const { kind, id, secret } = made;
  return (
    <Stack gap="sm" data-registered={id}>
      <Text size="sm" fw={600}>
        {fill(text.made, { id })}
      </Text>
      {secret !== "" && (
        <Alert color="yellow">
          <Group gap="xs">
            <Text size="sm">
              {text.secretOnce} {text.secret}: <Code data-secret>{secret}</Code>
            </Text>
            <Copy value={secret} />
          </Group>
        </Alert>
      )}
      <SnippetTabs snippets={snippetsFor(issuer, made)} />
      <Group gap="xs">
        {kind !== "machine" && (
          <Button component="a" href={hashOf("clients", id)} size="xs" variant="default">
            {text.edit}
          </Button>
        )}
        <Button size="xs" variant="light" onClick={onAnother}>
          {text.another}
        </Button>
      </Group>
    </Stack>
  );
}

export function RegisterApplication() {
  const text = useTexts("firstSteps");
  const [kind, setKind] = useState<Kind>("web");
  const [id, setId] = useState("");
  const [redirect, setRedirect] = useState(REDIRECTS.web);
  const [fault, setFault] = useState("");
  const { busy, run } = useAction();
  const [made, setMade] = useState<Registered>();
  if (made) {
    const another = () => {
      setMade(undefined);
      setId("");
    };
    return <Made made={made} onAnother={another} />;
  }
  const submit = () => {
    // A button that stays grey would not say why.
    if (!ID.test(id.trim())) return setFault(text.idNeeded);
    setFault("");
    return run(async () => {
      const registered = await register({ kind, id: id.trim(), redirect: asSent(redirect.trim()) });
      if (!registered) return setFault(text.idTaken);
      setMade(registered);
      succeeded(fill(text.made, { id: registered.id }));
      await queries.invalidateQueries();
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm" maw={480}>
        <Select
          label={text.kind}
          data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            const next = KINDS.find((one) => one === value) ?? "web";
            setKind(next);
            setRedirect(REDIRECTS[next]);
          }}
        />
        <TextInput
          label={text.id}
          description={text.idHint}
          value={id}
          error={fault}
          required
          onChange={(event) => setId(event.currentTarget.value)}
        />
        {kind !== "machine" && (
          <TextInput
            label={text.redirect}
            description={text.redirectHint}
            value={redirect}
            required
            onChange={(event) => setRedirect(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" loading={busy}>
            {text.make}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
