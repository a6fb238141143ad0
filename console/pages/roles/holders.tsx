/** Who has a role, also through roles that include it. */
import { Group, List, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, type Listed, listOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { useMayCallAny } from "../../base/rights.ts";
import { hashOf } from "../../base/route.ts";
import { Section } from "../../parts/section.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";

/** Shown here; the rest is behind the link to the list. */
const SHOWN_FIRST = 8;

interface Holder {
  readonly id: string;
  readonly name: string;
}

type Tab = "users" | "service-accounts" | "roles";

async function holders(tab: Tab, role: string): Promise<Listed<Holder>> {
  const query = {
    ...{ role_ids: [role], _limit: SHOWN_FIRST, add_roles: false, add_permissions: false },
    ...(tab === "roles" && { add_total_users: false }),
  };
  if (tab === "roles") return listOf(api.GET("/v1/roles", { params: { query } }));
  const { items, total } = await listOf(
    api.GET(`/v1/${tab}` as "/v1/users", { params: { query } }),
  );
  return { total, items: items.map(({ id, alias }) => ({ id, name: alias[0] ?? id })) };
}

interface HolderListProps {
  readonly tab: Tab;
  readonly role: string;
  /** `{count}` stands for how many there are. */
  readonly title: string;
  readonly link: string;
}

function HolderList({ tab, role, title, link }: HolderListProps) {
  const list = useQuery({
    queryKey: ["holders", tab, role],
    queryFn: () => holders(tab, role),
  });
  if (list.error) return <Unanswered error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton height={60} />;
  const { items, total } = list.data;
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {fill(title, { count: total })}
      </Text>
      <List size="sm" listStyleType="none">
        {items.map(({ id, name }) => (
          <List.Item key={id}>
            <a className="console-link" href={hashOf(tab, id)}>
              <bdi>{name}</bdi>
            </a>
          </List.Item>
        ))}
      </List>
      {total > items.length && (
        <Group>
          <a className="console-link" href={hashOf(tab, "", { role_ids: role })}>
            {link}
          </a>
        </Group>
      )}
    </Stack>
  );
}

export function Holders({ role }: { role: string }) {
  const text = useTexts("access");
  const mayCall = useMayCallAny();
  return (
    <Section title={text.holders} about={text.holdersAbout}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <HolderList {...{ role }} tab="users" title={text.users} link={text.showUsers} />
        {mayCall("GET /v1/service-accounts") && (
          <HolderList
            {...{ role }}
            tab="service-accounts"
            title={text.accounts}
            link={text.showAccounts}
          />
        )}
        <HolderList {...{ role }} tab="roles" title={text.containers} link={text.showRoles} />
      </SimpleGrid>
    </Section>
  );
}
