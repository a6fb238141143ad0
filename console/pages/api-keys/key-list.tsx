/** Every key with its owner, its standing and its end. */
import { Paper, Skeleton, Stack, Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, listOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { hashOf } from "../../base/route.ts";
import { StandingBadge, standingOf } from "../../keys/standing.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Time } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";

type Key = Schemas["ApiKey"];

export const useKeys = () =>
  useQuery({
    queryKey: ["api-keys"],
    queryFn: () => listOf(api.GET("/v1/api-key-principals")),
  });

/** Names of the owners: people and programs alike. */
function useOwners(ids: readonly string[]) {
  return useQuery({
    queryKey: ["key-owners", ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const params = { query: { add_roles: false, add_permissions: false, _limit: 500 } };
      const { items } = await listOf(api.GET("/v1/service-accounts", { params }));
      return new Map(items.map(({ id, alias }) => [id, alias?.[0] ?? id]));
    },
  });
}

function Owner({ id, name }: { id: string; name: string | undefined }) {
  const text = useTexts("keys");
  if (id === "") return <>{text.system}</>;
  // An owner that is no service account is a person who made the key.
  const tab = name === undefined ? "users" : "service-accounts";
  return (
    <a className="console-link" href={hashOf(tab, id)}>
      <bdi>{name ?? id}</bdi>
    </a>
  );
}

function Row({ apiKey, owner }: { apiKey: Key; owner: string | undefined }) {
  const text = useTexts("keys");
  const name = apiKey.name || text.unnamed;
  return (
    <Table.Tr data-id={apiKey.id}>
      <Table.Td>
        <a className="console-link" href={hashOf("api-keys", apiKey.id)}>
          <bdi>{name}</bdi>
        </a>
        {apiKey.description && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            <bdi>{apiKey.description}</bdi>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Owner id={apiKey.user_id} name={owner} />
      </Table.Td>
      <Table.Td>
        <StandingBadge standing={standingOf(apiKey)} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        {apiKey.expires_at ? <Time value={apiKey.expires_at} /> : text.noEnd}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {apiKey.last_used_at ? <Time value={apiKey.last_used_at} /> : text.neverUsed}
      </Table.Td>
      <Table.Td>
        <Confirm
          label={text.revoke}
          aria-label={fill(text.revokeOne, { name })}
          consequence={fill(text.revokeText, { name })}
          onConfirm={async () => {
            const params = { path: { id: apiKey.id } };
            await api.DELETE("/v1/api-key-principals/{id}", { params });
            succeeded(text.revoked);
            await queries.invalidateQueries();
          }}
        />
      </Table.Td>
    </Table.Tr>
  );
}

export function KeyList() {
  const text = useTexts("keys");
  const records = useTexts("records");
  const [words, setWords] = useState("");
  const keys = useKeys();
  const items = keys.data?.items ?? [];
  const owners = useOwners([...new Set(items.map(({ user_id }) => user_id).filter(Boolean))]);
  if (keys.error && !keys.data)
    return <Unanswered error={keys.error} onRetry={() => void keys.refetch()} />;
  if (!keys.data) return <Skeleton height={240} />;
  if (items.length === 0) {
    return (
      <Paper withBorder p="xl">
        <Empty {...text.none} href={hashOf("api-keys", "new")} action={text.issue} />
      </Paper>
    );
  }
  const wanted = words.trim().toLowerCase();
  const shown = items.filter(({ id, name, user_id }) =>
    [id, name, user_id, owners.data?.get(user_id) ?? ""].join(" ").toLowerCase().includes(wanted),
  );
  return (
    <Stack>
      <TextInput
        maw={360}
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Paper withBorder style={{ overflowX: "auto" }}>
        {shown.length === 0 ? (
          <Text c="dimmed" p="md">
            {records.noMatch}
          </Text>
        ) : (
          <Table className="console-table" highlightOnHover verticalSpacing={7}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.owner}</Table.Th>
                <Table.Th>{text.standing}</Table.Th>
                <Table.Th visibleFrom="md">{text.expires}</Table.Th>
                <Table.Th visibleFrom="md">{text.lastUsed}</Table.Th>
                <Table.Th>{text.actions}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((one) => (
                <Row key={one.id} apiKey={one} owner={owners.data?.get(one.user_id)} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Paper>
    </Stack>
  );
}
