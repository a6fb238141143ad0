/** The second factor of a user: whether there is one, and taking it away (auth-wire 6.4, 8.2). */
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../src/std/texts/fill.ts";
import { api, payloadOf } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { PlaceOf } from "../parts/place-of.tsx";
import { Section } from "../parts/section.tsx";
import { useShown } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";

export function SecondFactor({ user }: { user: string }) {
  const text = useTexts("people");
  const params = { path: { id: user } };
  const state = useQuery({
    queryKey: ["second-factor", user],
    queryFn: () => payloadOf(api.GET("/v1/users/{id}/totp", { params })),
  });
  const { data, error } = useShown(state);
  return (
    <Section title={text.factor}>
      {error ? (
        <Unanswered error={error} onRetry={() => void state.refetch()} />
      ) : !data ? (
        <PlaceOf>
          <Text size="sm">{text.factorOff}</Text>
        </PlaceOf>
      ) : (
        <Group justify="space-between">
          <Text size="sm" c={data.enabled ? undefined : "dimmed"}>
            {data.enabled
              ? fill(text.factorOn, { count: data.recovery_codes_left })
              : text.factorOff}
          </Text>
          {data.enabled && (
            <Confirm
              calls="DELETE /v1/users/{id}/totp"
              label={text.removeFactor}
              consequence={text.removeFactorWhat}
              onConfirm={async () => {
                await api.DELETE("/v1/users/{id}/totp", { params });
                succeeded(text.factorRemoved);
                await queries.invalidateQueries();
              }}
            />
          )}
        </Group>
      )}
    </Section>
  );
}
