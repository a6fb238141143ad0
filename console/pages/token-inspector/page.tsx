/** What is this token, and why is it refused? The text stays in the memory of this page and goes to this service alone. */
import { Alert, Badge, Button, Group, Stack, Table, Text, Textarea, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Icon } from "../../parts/icon.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Time, TimeIn } from "../../parts/time.tsx";
import { useAction } from "../../parts/use-action.ts";
import { TabHead } from "../../settings/namespace-page.tsx";

type Inspected = Schemas["InspectedToken"];

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={180}>{name}</Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

const at = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1_000);

function Times({ times }: { times: NonNullable<Inspected["times"]> }) {
  const text = useTexts("inspector");
  return (
    <>
      <Row name={text.issued}>
        <Time value={at(times.issued_at)} />
      </Row>
      <Row name={text.expiry}>
        <Time value={at(times.expires_at)} />{" "}
        {times.expired && <Badge color="red">{text.expired}</Badge>}
      </Row>
      {times.session_ends_at !== undefined && (
        <Row name={text.sessionEnds}>
          <Time value={at(times.session_ends_at)} />
        </Row>
      )}
    </>
  );
}

/** Users and clients by their pages; what has none is shown alone. */
function Parties({ said }: { said: Inspected }) {
  const text = useTexts("inspector");
  const { subject, client, api_key: key, issuer } = said;
  return (
    <>
      {issuer && (
        <Row name={text.issuer}>
          {issuer.own ? text.ownIssuer : <bdi>{issuer.providers.join(", ") || text.foreign}</bdi>}
        </Row>
      )}
      {subject && (
        <Row name={text.subject}>
          <a className="console-link" href={hashOf("users", subject.id)}>
            <bdi>{subject.alias ?? subject.id}</bdi>
          </a>{" "}
          · {text.subjects[subject.state]}
        </Row>
      )}
      {client && (
        <Row name={text.client}>
          <a className="console-link" href={hashOf("clients", client.id)}>
            <bdi>{client.id}</bdi>
          </a>{" "}
          · {text.clients[client.state]}
          {client.first_party && ` · ${text.firstParty}`}
        </Row>
      )}
      {key && (
        <Row name={text.apiKey}>
          <bdi>{key.name}</bdi> · <code>{key.id}</code>
          {key.expires_at && (
            <>
              {" "}
              · <TimeIn text={text.keyExpiry} at={key.expires_at} />
            </>
          )}
        </Row>
      )}
    </>
  );
}

function Answer({ said }: { said: Inspected }) {
  const text = useTexts("inspector");
  const { kind, accepted, uses, signature, times, revoked, replaced, certificate } = said;
  return (
    <Stack>
      <Alert
        color={accepted ? "teal" : "red"}
        icon={<Icon name={accepted ? "done" : "close"} />}
        title={text.kinds[kind]}
      >
        <Stack gap={4} component="ul" p={0} m={0}>
          {uses.map(({ use, accepted: open, reason }) => (
            <Text component="li" size="sm" key={use}>
              {text.uses[use]}: {open ? text.taken : <bdi>{reason ?? text.notTaken}</bdi>}
            </Text>
          ))}
          {uses.length === 0 && (
            <Text component="li" size="sm">
              {text.noUse}
            </Text>
          )}
        </Stack>
      </Alert>
      <Table className="console-table" variant="vertical" layout="fixed">
        <Table.Tbody>
          {signature && (
            <Row name={text.signature}>
              {text.signatures[signature.state]}
              {signature.kid !== undefined && (
                <>
                  {" "}
                  · <code>{signature.kid}</code>
                </>
              )}
            </Row>
          )}
          {times && <Times times={times} />}
          {revoked && <Row name={text.revoked}>{text.revocations[revoked]}</Row>}
          {replaced && <Row name={text.rotation}>{text.replaced}</Row>}
          {certificate && (
            <Row name={text.certificate}>
              <code>{certificate}</code>
            </Row>
          )}
          <Parties said={said} />
        </Table.Tbody>
      </Table>
      {said.unreadable && <Text>{text.unreadable}</Text>}
      {said.header && (
        <section>
          <Title order={2} size="h5">
            {text.header}
          </Title>
          <JsonView value={said.header} label={text.header} />
        </section>
      )}
      {said.claims && (
        <section>
          <Title order={2} size="h5">
            {text.claims}
          </Title>
          <JsonView value={said.claims} label={text.claims} />
        </section>
      )}
    </Stack>
  );
}

export default function Page() {
  const text = useTexts("inspector");
  // Neither in the address nor among the kept answers: it goes with the page.
  const [token, setToken] = useState("");
  const [said, setSaid] = useState<Inspected>();
  const { busy, run } = useAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSaid(undefined);
    await run(async () =>
      setSaid(await payloadOf(api.POST("/v1/token/inspect", { body: { token } }))),
    );
  };
  return (
    <Stack>
      <TabHead />
      <form onSubmit={(event) => void submit(event)} aria-label={text.token}>
        <Stack gap="sm">
          <Textarea
            label={text.token}
            description={text.tokenHint}
            classNames={{ input: "console-code" }}
            required
            autosize
            minRows={4}
            maxRows={12}
            maxLength={65_536}
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={busy} leftSection={<Icon name="search" size={16} />}>
              {text.inspect}
            </Button>
            <Button
              variant="default"
              disabled={token === "" && !said}
              onClick={() => {
                setToken("");
                setSaid(undefined);
              }}
            >
              {text.clear}
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">{said && <Answer said={said} />}</div>
    </Stack>
  );
}
