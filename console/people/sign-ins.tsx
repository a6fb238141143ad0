/** Where a user is signed in, and the end of it (K-11). */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../src/std/texts/fill.ts";
import { api, listOf, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { PlaceOf } from "../parts/place-of.tsx";
import { Section } from "../parts/section.tsx";
import { useShown } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { SignInEntry, useBrowserName } from "./sign-in-entry.tsx";

function OneSignIn({ user, signIn }: { user: string; signIn: Schemas["SignIn"] }) {
  const text = useTexts("people");
  const path = { id: user, sid: signIn.sid };
  return (
    <SignInEntry signIn={signIn}>
      <Confirm
        calls="DELETE /v1/users/{id}/sign-ins/{sid}"
        label={text.endSignIn}
        consequence={fill(text.endSignInWhat, { name: useBrowserName(signIn) })}
        onConfirm={async () => {
          await api.DELETE("/v1/users/{id}/sign-ins/{sid}", { params: { path } });
          succeeded(text.signInEnded);
          await queries.invalidateQueries();
        }}
      />
    </SignInEntry>
  );
}

export function SignIns({ user }: { user: string }) {
  const text = useTexts("people");
  const path = { id: user };
  const list = useQuery({
    queryKey: ["user-sign-ins", user],
    queryFn: () => listOf(api.GET("/v1/users/{id}/sign-ins", { params: { path } })),
  });
  const { data, error } = useShown(list);
  const none = (
    <Text size="sm" c="dimmed">
      {text.noSignIns}
    </Text>
  );
  const endAll = (
    <div>
      <Confirm
        calls="DELETE /v1/users/{id}/sign-ins"
        label={text.endSignIns}
        consequence={text.endSignInsWhat}
        onConfirm={async () => {
          await api.DELETE("/v1/users/{id}/sign-ins", { params: { path } });
          succeeded(text.signInsEnded);
          await queries.invalidateQueries();
        }}
      />
    </div>
  );
  return (
    <Section title={text.signIns}>
      {error ? (
        <Unanswered error={error} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <PlaceOf>
          <Stack>
            {none}
            {endAll}
          </Stack>
        </PlaceOf>
      ) : (
        <Stack>
          {data.items.length === 0 ? (
            none
          ) : (
            <Stack component="ul" className="console-entries" gap={0}>
              {data.items.map((signIn) => (
                <OneSignIn key={signIn.sid} user={user} signIn={signIn} />
              ))}
            </Stack>
          )}
          {endAll}
        </Stack>
      )}
    </Section>
  );
}
