/** How many there are of each kind, as links to the lists. */
import { Paper, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useLanguage, useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useTotals } from "./use-totals.ts";

export function Totals() {
  const text = useTexts("overview");
  const language = useLanguage();
  const totals = useTotals();
  if (totals.error && !totals.data) {
    return <Unanswered error={totals.error} onRetry={() => void totals.refetch()} />;
  }
  const { data } = totals;
  const tiles = [
    ["users", text.users, data?.total_users],
    ["service-accounts", text.serviceAccounts, data?.total_service_accounts],
    ["roles", text.roles, data?.total_roles],
    ["permissions", text.permissions, data?.total_permissions],
    ["clients", text.clients, data?.total_clients],
  ] as const;
  return (
    <section aria-labelledby="overview-totals">
      <Title order={2} size="h5" id="overview-totals" mb="xs">
        {text.totals}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
        {tiles.map(([tab, label, count]) => (
          <Paper key={tab} withBorder p="sm" component="a" href={hashOf(tab)} c="inherit" td="none">
            {count === undefined ? (
              <Skeleton height={28} width={60} />
            ) : (
              <Text size="xl" fw={650} data-total={tab}>
                {count.toLocaleString(language)}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {label}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  );
}
