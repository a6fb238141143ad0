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

/** Whose names are asked for one by one. */
const MAX_PEOPLE = 50;

export const useKeys = () =>
  useQuery({
    queryKey: ["api-keys"],
    queryFn: () => listOf(api.GET("/v1/api-key-principals")),
  });

interface OwnerName {
  readonly name: string;
  readonly tab: "users" | "service-accounts";
}

/** Names of the owners: programs, and people who made a key of their own. */
function useOwners(ids: readonly string[]) {
  return useQuery({
    queryKey: ["key-owners", ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const brief = { add_roles: false, add_permissions: false };
      const params = { query: { ...brief, _limit: 500 } };
      const { items } = await listOf(api.GET("/v1/service-accounts", { params }));
      const names = new Map<string, OwnerName>(
        items.map(({ id, alias }) => [id, { name: alias?.[0] ?? id, tab: "service-accounts" }]),
      );
      const people = ids.filter((id) => !names.has(id)).slice(0, MAX_PEOPLE);
      const asked = people.map((id) =>
        api
          .GET("/v1/users/{id}", { params: { path: { id }, query: brief } })
          // A reader of keys need not have the right to see every person.
          .catch(() => undefined),
      );
      for (const answer of await Promise.all(asked)) {
        const user = answer?.data?.payload;
        if (user) names.set(user.id, { name: user.alias?.[0] ?? user.id, tab: "users" });
      }
      return names;
    },
  });
}

function Owner({ id, owner }: { id: string; owner: OwnerName | undefined }) {
  const text = useTexts("keys");
  if (id === "") return <>{text.system}</>;
  return (
    <a className="console-link" href={hashOf(owner?.tab ?? "users", id)}>
      <bdi>{owner?.name ?? id}</bdi>
    </a>
  );
}

function Row({ apiKey, owner }: { apiKey: Key; owner: OwnerName | undefined }) {
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
      <Table.Td data-label={text.owner}>
        <Owner id={apiKey.user_id} owner={owner} />
      </Table.Td>
      <Table.Td data-label={text.standing}>
        <StandingBadge standing={standingOf(apiKey)} />
      </Table.Td>
      <Table.Td data-label={text.expiry}>
        {apiKey.expires_at ? <Time value={apiKey.expires_at} /> : text.noEnd}
      </Table.Td>
      <Table.Td data-label={text.lastUsed}>
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
    [id, name, user_id, owners.data?.get(user_id)?.name ?? ""]
      .join(" ")
      .toLowerCase()
      .includes(wanted),
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
          <Table className="console-table console-cards" highlightOnHover verticalSpacing={7}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.owner}</Table.Th>
                <Table.Th>{text.standing}</Table.Th>
                <Table.Th>{text.expiry}</Table.Th>
                <Table.Th>{text.lastUsed}</Table.Th>
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
