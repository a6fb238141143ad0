/** Where a user is signed in, and the end of it (K-11). */
import { Badge, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, listOf, type Schemas } from "../api/client.ts";
import { fill, useTexts } from "../app/language.ts";
import { succeeded } from "../app/notices.ts";
import { queries } from "../app/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Time } from "../parts/time.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { PEOPLE } from "../texts/people.ts";
import { Section } from "./section.tsx";

function OneSignIn({ user, signIn }: { user: string; signIn: Schemas["SignIn"] }) {
  const text = useTexts(PEOPLE);
  const { sid, browser, signed_in_at, last_used_at, current } = signIn;
  const name = browser || text.unknownBrowser;
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <bdi>{name}</bdi>
          </Text>
          {current && (
            <Badge variant="light" tt="none" color="teal">
              {text.thisBrowser}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {text.signedIn} <Time value={signed_in_at} /> · {text.lastUsed}{" "}
          <Time value={last_used_at} />
        </Text>
      </div>
      <Confirm
        label={text.endSignIn}
        consequence={fill(text.endSignInWhat, { name })}
        onConfirm={async () => {
          const path = { id: user, sid };
          await api.DELETE("/v1/users/{id}/sign-ins/{sid}", { params: { path } });
          succeeded(text.signInEnded);
          await queries.invalidateQueries();
        }}
      />
    </Group>
  );
}

export function SignIns({ user }: { user: string }) {
  const text = useTexts(PEOPLE);
  const path = { id: user };
  const list = useQuery({
    queryKey: ["user-sign-ins", user],
    queryFn: () => listOf(api.GET("/v1/users/{id}/sign-ins", { params: { path } })),
  });
  return (
    <Section title={text.signIns}>
      {list.error ? (
        <Unanswered error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton height={30} />
      ) : (
        <Stack>
          {list.data.items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.noSignIns}
            </Text>
          ) : (
            list.data.items.map((signIn) => (
              <OneSignIn key={signIn.sid} user={user} signIn={signIn} />
            ))
          )}
          <div>
            <Confirm
              label={text.endSignIns}
              consequence={text.endSignInsWhat}
              onConfirm={async () => {
                await api.DELETE("/v1/users/{id}/sign-ins", { params: { path } });
                succeeded(text.signInsEnded);
                await queries.invalidateQueries();
              }}
            />
          </div>
        </Stack>
      )}
    </Section>
  );
}
