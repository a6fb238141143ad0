/** Everything that one entry tells, with what changed, before and after. */
import { Code, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage, useTexts } from "../base/language.ts";
import { hashOf } from "../base/route.ts";
import { useReason } from "./entry-line.tsx";
import { MemberChanges } from "./member-changes.tsx";
import type { Entry } from "./use-entries.ts";

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
      {changes && changes.length > 0 && <MemberChanges changes={changes} />}
    </Stack>
  );
}
