/** The own account, for everybody (auth-wire 8.2): who one is, how one signs in, where one is signed in. */
import { Paper, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { useCapabilities } from "../../base/queries.ts";
import { Empty } from "../../parts/empty.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { OwnApplications, useOwnApplications } from "../../people/applications.tsx";
import { TabHead } from "../../settings/namespace-page.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { useActivity, useIdentities, usePasskeys, useSecondFactor, useSignIns } from "./answers.ts";
import { IdentitiesCard } from "./identities-card.tsx";
import { KeysCard } from "./keys-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { AccessCard, ProfileCard } from "./profile-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TwoStepCard } from "./two-step-card.tsx";

function Own({ keys }: { keys: boolean }) {
  const me = useQuery({ queryKey: ["me"], queryFn: () => payloadOf(api.GET("/v1/me")) });
  const panels = [
    usePasskeys(),
    useSecondFactor(),
    useIdentities(),
    useSignIns(),
    useActivity(),
    useOwnApplications(),
  ];
  // Once: a later question takes nothing away.
  const answered = panels.every(({ isFetched }) => isFetched);
  if (me.error && !me.data)
    return <Unanswered error={me.error} onRetry={() => void me.refetch()} />;
  if (!me.data || !answered) return <Skeleton height={320} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack>
        <ProfileCard profile={me.data} />
        <AccessCard profile={me.data} />
        {keys && <KeysCard />}
      </Stack>
      <Stack>
        <PasskeysCard />
        {me.data.has_password && <PasswordCard profile={me.data} />}
        <TwoStepCard />
        <IdentitiesCard />
        <SessionsCard />
        <ActivityCard />
        <OwnApplications />
      </Stack>
    </SimpleGrid>
  );
}

export default function Page() {
  const text = useTexts("account");
  const { data } = useCapabilities();
  return (
    <>
      <TabHead of="account" />
      {data?.x_user ? (
        <Own keys={data.api_key_self_service} />
      ) : (
        <Paper withBorder p="xl">
          <Empty title={text.noAccount} about={text.noAccountText} />
        </Paper>
      )}
    </>
  );
}
