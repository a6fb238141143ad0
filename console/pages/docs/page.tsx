/** Addresses and snippets for applications, with the addresses of this service (auth-wire 8.2). */
import { Anchor, Skeleton, Stack, Tabs, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { PREFIX } from "../../api/base.ts";
import { useTexts } from "../../base/language.ts";
import { useInfo } from "../../base/queries.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { TabHead } from "../../settings/namespace-page.tsx";
import { PROTECT } from "./protect.ts";
import { SIGN_IN } from "./sign-in.ts";
import { type Addresses, filled, type Snippet } from "./snippet.ts";

function Snippets({
  label,
  all,
  addresses,
}: {
  label: string;
  all: readonly Snippet[];
  addresses: Addresses;
}) {
  const text = useTexts("guide");
  return (
    <Tabs defaultValue={all[0]?.id ?? ""} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {all.map((snippet) => (
          <Tabs.Tab key={snippet.id} value={snippet.id}>
            {snippet.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {all.map((snippet) => {
        const code = filled(snippet, addresses);
        return (
          <Tabs.Panel key={snippet.id} value={snippet.id} pt="xs">
            <Text size="sm" c="dimmed">
              {fill(text.whole, { page: `docs/${snippet.page}` })}{" "}
              <Copy value={code} label={fill(text.copySnippet, { name: snippet.label })} />
            </Text>
            <CodeBlock label={snippet.label} code={code} />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

export default function Page() {
  const text = useTexts("guide");
  const info = useInfo();
  const [client, setClient] = useState("notes");
  if (info.error) return <Unanswered error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) return <Skeleton height={320} />;
  const { oauth2 } = info.data;
  const { issuer_url: issuer } = oauth2;
  const addresses = { issuer, client, service: new URL(oauth2.effective_base_url).host };
  const rows = [
    [text.issuer, issuer],
    [text.discovery, oauth2.openid_configuration_url],
    [text.authorize, `${issuer}/authorize`],
    [text.tokenUrl, oauth2.token_url],
    [text.userinfo, `${issuer}/userinfo`],
    [text.keys, oauth2.jwks_url],
    [text.introspect, `${issuer}/introspect`],
    [text.revoke, `${issuer}/revoke`],
    [text.device, `${issuer}/device_authorization`],
    [text.callback, oauth2.callback_url_pattern],
    [text.check, `${oauth2.effective_base_url}${PREFIX}/check`],
  ] as const;
  return (
    <Stack>
      <TabHead />
      <dl className="console-pairs">
        {rows.map(([name, url]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>
              <code>{url}</code> <Copy value={url} label={fill(text.copyUrl, { name })} />
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm">
        <Anchor href={`${PREFIX}/swagger/index.html`}>{text.description}</Anchor>
      </Text>
      <Title order={2} size="h4">
        {text.signIn}
      </Title>
      <TextInput
        label={text.client}
        description={text.clientHint}
        value={client}
        maxLength={256}
        onChange={(event) => setClient(event.currentTarget.value)}
        maw={420}
      />
      <Snippets label={text.signIn} all={SIGN_IN} addresses={addresses} />
      <Title order={2} size="h4">
        {text.protect}
      </Title>
      <Text size="sm">{text.protectHint}</Text>
      <Snippets label={text.protect} all={PROTECT} addresses={addresses} />
    </Stack>
  );
}
