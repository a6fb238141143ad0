/** Every role and permission that counts now, and how the user came to it. */
import { Button, List, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { Section } from "../parts/section.tsx";
import { TimeIn } from "../parts/time.tsx";
import { RecordLink } from "../records/record-link.tsx";

type Principal = Schemas["Principal"];
type Held = NonNullable<Principal["roles"]>[number];

const SHOWN_FIRST = 20;
const SHOWN_MORE = 200;

interface HeldListProps {
  readonly title: string;
  readonly tab: "roles" | "permissions";
  readonly all: readonly Held[];
  readonly why: (held: Held) => ReactNode;
}

function HeldList({ title, tab, all, why }: HeldListProps) {
  const text = useTexts("people");
  const access = useTexts("access");
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(SHOWN_FIRST);
  const words = filter.trim().toLowerCase();
  const matching = words ? all.filter(({ name }) => name.toLowerCase().includes(words)) : all;
  const rest = matching.length - most;
  return (
    <Stack gap={6}>
      <Text fw={600} size="sm">
        {title} ({all.length})
      </Text>
      {all.length > SHOWN_FIRST && (
        <TextInput
          size="xs"
          aria-label={`${title}: ${text.filterHeld}`}
          placeholder={text.filterHeld}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {all.length === 0 && (
        <Text size="sm" c="dimmed">
          {access.none[tab]}
        </Text>
      )}
      <List size="sm" listStyleType="none">
        {matching.slice(0, most).map((held) => (
          <List.Item key={held.id}>
            <RecordLink tab={tab} id={held.id}>
              <bdi>{held.name}</bdi>
            </RecordLink>{" "}
            <Text span size="xs" c="dimmed">
              {why(held)}
            </Text>
          </List.Item>
        ))}
      </List>
      {rest > 0 && (
        <div>
          <Button size="compact-xs" variant="subtle" onClick={() => setMost(most + SHOWN_MORE)}>
            {fill(access.showMore, { count: Math.min(rest, SHOWN_MORE) })}
          </Button>
        </div>
      )}
    </Stack>
  );
}

export function EffectiveAccess({ record }: { record: Principal }) {
  const text = useTexts("people");
  const access = useTexts("access");
  const { roles = [], permissions = [], role_ids, sync_role_ids } = record;
  const own = new Set(role_ids);
  const synced = new Set(sync_role_ids);
  const why = ({ id, expires_at, inherited }: Held): ReactNode => {
    if (inherited) return text.inherited;
    if (expires_at) {
      return <TimeIn text={text.temporarily} at={expires_at} />;
    }
    return synced.has(id) && !own.has(id) ? text.synced : text.direct;
  };
  return (
    <Section title={text.effective} about={text.effectiveAbout}>
      {roles.length + permissions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noAccess}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <HeldList title={text.roles} tab="roles" all={roles} why={why} />
          <HeldList title={access.permissions} tab="permissions" all={permissions} why={why} />
        </SimpleGrid>
      )}
    </Section>
  );
}
