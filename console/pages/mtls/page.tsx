/** Client certificates: where they come from, where they are bound, and how one is used (auth-wire 8.2). */
import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { useInfo } from "../../base/queries.ts";
import { hashOf } from "../../base/route.ts";
import type { Document } from "../../form/schema.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** What the values in the form mean together. */
function Source({ value }: { value: Document }) {
  const text = useTexts("mtls");
  const header = textOf(value.cert_header);
  const peers = Array.isArray(value.trusted_proxy_cidrs) ? value.trusted_proxy_cidrs : [];
  const said = textOf(value.cert_verify_header);
  if (value.enabled !== true) return <Alert color="gray">{text.off}</Alert>;
  if (header === "") return <Alert icon={<Icon name="info" />}>{text.native}</Alert>;
  if (peers.length === 0 || said === "") {
    return (
      <Alert color="orange" icon={<Icon name="warning" />}>
        {text.unguarded}
      </Alert>
    );
  }
  return (
    <Alert icon={<Icon name="info" />}>
      {fill(text.proxy, { header, peers: peers.map(String).join(", ") })}
    </Alert>
  );
}

function Use() {
  const text = useTexts("mtls");
  const info = useInfo();
  const url = info.data?.oauth2.token_url;
  const command = `curl --cert pipeline.pem --key pipeline.key \\\n     -d grant_type=client_credentials -d client_id=pipeline \\\n     ${url}`;
  return (
    <>
      <Panel title={text.bind} about={text.bindAbout}>
        <Group>
          <Anchor href={hashOf("service-accounts")}>{text.accounts}</Anchor>
          <Anchor href={hashOf("clients")}>{text.clients}</Anchor>
        </Group>
      </Panel>
      {url && (
        <Panel title={text.try}>
          <Text size="sm" c="dimmed">
            {text.tryAbout} <Copy value={command} label={text.copy} />
          </Text>
          <CodeBlock label={text.command} code={command} />
        </Panel>
      )}
    </>
  );
}

export default function Page() {
  return (
    <Stack>
      <TabHead of="mtls" />
      <NamespaceForm namespace="mtls" before={(value) => <Source value={value} />} />
      <Use />
    </Stack>
  );
}
