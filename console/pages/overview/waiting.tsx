/** What only a person can decide: each with how many there are, and the way to it. */
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, listOf, payloadOf } from "../../api/client.ts";
import { useLanguage, useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Section } from "../../parts/section.tsx";
import { useTotals } from "./use-totals.ts";

/** Draws nothing while nothing waits, and for what this administrator may not see. */
export function Waiting() {
  const text = useTexts("audit");
  const language = useLanguage();
  const totals = useTotals();
  const conflicts = useQuery({
    queryKey: ["identity-conflicts"],
    queryFn: () => payloadOf(api.GET("/v1/identity-conflicts")),
    retry: false,
  });
  const invitations = useQuery({
    queryKey: ["invitations", "open", 1],
    queryFn: () => {
      const query = { state: "open", _limit: 1 };
      return listOf(api.GET("/v1/invitations", { params: { query: query as never } }));
    },
    retry: false,
  });
  const waiting = [
    [text.conflicts, conflicts.data?.length ?? 0, hashOf("users")],
    [text.invitations, invitations.data?.total ?? 0, hashOf("accounts")],
    [text.registered, totals.data?.total_registered_clients ?? 0, hashOf("clients")],
  ] as const;
  const some = waiting.filter(([, count]) => count > 0);
  if (some.length === 0) return null;
  return (
    <Section title={text.waiting}>
      <Stack component="ul" className="console-entries" gap={0}>
        {some.map(([label, count, href]) => (
          <li key={label}>
            <Group justify="space-between" wrap="nowrap">
              <Anchor size="sm" href={href}>
                {label}
              </Anchor>
              <Text size="sm" fw={600}>
                {count.toLocaleString(language)}
              </Text>
            </Group>
          </li>
        ))}
      </Stack>
    </Section>
  );
}
