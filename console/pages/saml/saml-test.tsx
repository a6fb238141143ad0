/** Tries a provider: by a sign-in there, or with a response of the provider. */
import { Alert, Anchor, Button, Group, Paper, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useSentences, useTexts } from "../../base/language.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Checks } from "../../parts/checks.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAction } from "../../parts/use-action.ts";

type Report = Schemas["SamlTestReport"];

export function SamlTest(props: { id: string }) {
  return (
    <Offered calls="POST /v1/saml/providers/{id}/test">
      <SamlTestPanel {...props} />
    </Offered>
  );
}

function SamlTestPanel({ id }: { id: string }) {
  const text = useTexts("federation");
  const { busy, run } = useAction();
  const [response, setResponse] = useState("");
  const [report, setReport] = useState<Report>();
  const test = (body: { saml_response?: string }) =>
    run(async () => {
      const params = { path: { id } };
      setReport(await payloadOf(api.POST("/v1/saml/providers/{id}/test", { params, body })));
    });
  // Only addresses of the web are links, whatever a provider's metadata say.
  const url = report?.url && /^https?:\/\//.test(report.url) ? report.url : undefined;
  return (
    <Paper withBorder p="md" component="section" aria-label={text.test}>
      <SectionHead title={text.test} about={text.samlTestAbout} />
      <Stack>
        <Group>
          <Button variant="default" loading={busy} onClick={() => void test({})}>
            {text.samlBegin}
          </Button>
        </Group>
        {url && (
          <Alert color="gray" role="status" icon={<Icon name="out" />}>
            <Text size="sm">{text.samlGo}</Text>
            <Anchor href={url} target="_blank" rel="noopener noreferrer">
              {text.samlOpen}
            </Anchor>
          </Alert>
        )}
        <Textarea
          label={text.samlResponse}
          description={text.samlResponseAbout}
          classNames={{ input: "console-code" }}
          value={response}
          minRows={2}
          maxRows={8}
          autosize
          spellCheck={false}
          onChange={({ currentTarget }) => setResponse(currentTarget.value)}
        />
        <Group>
          <Button
            variant="default"
            disabled={response.trim() === ""}
            loading={busy}
            onClick={() => void test({ saml_response: response.replaceAll(/\s/g, "") })}
          >
            {text.samlCheck}
          </Button>
        </Group>
        {report?.checks && <Told report={report} />}
      </Stack>
    </Paper>
  );
}

function Told({ report }: { report: Report }) {
  const text = useTexts("federation");
  const sentence = useSentences();
  const nameOf = (check: string) => text.samlChecks[check as keyof typeof text.samlChecks] ?? check;
  const { checks = [], passed = false, alias, name_id, attributes = [], roles = [] } = report;
  const rows = [
    [text.samlAlias, alias],
    ["NameID", name_id],
    [text.samlRoles, roles.join(", ")],
    ...attributes.map(({ name, values }) => [name, values.join(", ")]),
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <>
      <Checks
        passed={passed}
        checks={checks.map(({ check, ok, detail, message }) => ({
          ...{ name: nameOf(check), ok, detail: message ? sentence(message) : detail },
        }))}
      />
      {rows.length > 0 && (
        <dl className="console-pairs">
          {rows.map(([name, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an attribute may come twice
            <div key={at} style={{ display: "contents" }}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
