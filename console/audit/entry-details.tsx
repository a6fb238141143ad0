/** Everything that one entry tells, with what changed, before and after. */
import { Code, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage, useTexts } from "../base/language.ts";
import { hashOf } from "../base/route.ts";
import { useReason } from "./entry-line.tsx";
import type { Entry } from "./use-entries.ts";

type Change = NonNullable<Entry["changes"]>[number];

const written = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function Value({ change, side }: { change: Change; side: "before" | "after" }) {
  const text = useTexts("audit");
  if (change.secret) return <Text size="sm">{side === "after" ? text.secret : ""}</Text>;
  if (!(side in change) || change[side] === undefined || change[side] === null) {
    return (
      <Text size="sm" c="dimmed">
        {text.nothing}
      </Text>
    );
  }
  return (
    <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {written(change[side])}
    </Code>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const text = useTexts("audit");
  return (
    <div>
      <Text size="sm" fw={600}>
        {text.changes}
      </Text>
      <Table verticalSpacing={4} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.member}</Table.Th>
            <Table.Th>{text.before}</Table.Th>
            <Table.Th>{text.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.member}>
              <Table.Td>
                <bdi style={{ overflowWrap: "anywhere" }}>{change.member}</bdi>
              </Table.Td>
              <Table.Td>
                <Value change={change} side="before" />
              </Table.Td>
              <Table.Td>
                <Value change={change} side="after" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Records of these kinds have a page of their own. */
const PAGES: Readonly<Record<string, string>> = {
  user: "users",
  users: "users",
  service_account: "service-accounts",
  client: "clients",
  oauth_clients: "clients",
  oauth_providers: "providers",
  saml_providers: "saml",
  webhooks: "webhooks",
  ldap_configs: "ldap",
  roles: "roles",
  permissions: "permissions",
  lmaps: "lmaps",
};

function Named({ one }: { one: { kind: string; id?: string | undefined; name: string } }) {
  const { kind, id, name } = one;
  const page = PAGES[kind];
  return (
    <>
      {page !== undefined && id !== undefined ? (
        <a href={hashOf(page, id)}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      )}{" "}
      <Text span size="xs" c="dimmed">
        {kind} {id !== undefined && id !== name && <Code>{id}</Code>}
      </Text>
    </>
  );
}

export function EntryDetails({ entry }: { entry: Entry }) {
  const text = useTexts("audit");
  const language = useLanguage();
  const reason = useReason()(entry);
  const { id, at, principal, behalf, target, client_id, network, agent, request_id } = entry;
  const { instance, facts, changes } = entry;
  const time = new Date(at).toLocaleString(language, { dateStyle: "full", timeStyle: "long" });
  const rows: readonly (readonly [string, ReactNode])[] = [
    [text.number, `${id} · ${time}`],
    [text.by, principal && <Named one={principal} />],
    [text.behalf, behalf && <Named one={{ kind: "user", ...behalf }} />],
    [text.target, target && <Named one={target} />],
    [text.client, client_id && <Named one={{ kind: "client", id: client_id, name: client_id }} />],
    [text.reason, reason],
    [text.network, network && <bdi>{network}</bdi>],
    [text.agent, agent && <bdi>{agent}</bdi>],
    [text.request, request_id && <Code>{request_id}</Code>],
    [text.instance, <Code key="instance">{instance}</Code>],
    ...Object.entries(facts).map(
      ([name, value]) => [name, <bdi key={name}>{[value].flat().join(", ")}</bdi>] as const,
    ),
  ];
  return (
    <Stack gap="sm" mt="xs">
      <Table verticalSpacing={2} layout="fixed" data-entry={id}>
        <Table.Tbody>
          {rows
            .filter(([, value]) => value !== undefined && value !== "")
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w="34%" fw={500} style={{ overflowWrap: "anywhere" }}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {changes && changes.length > 0 && <Changes changes={changes} />}
    </Stack>
  );
}
