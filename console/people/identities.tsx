/** The sources and ids by which a user is known: directories and providers elsewhere, and ending a link (U-3). */
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../src/std/texts/fill.ts";
import { api, payloadOf } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { PlaceOf } from "../parts/place-of.tsx";
import { Section } from "../parts/section.tsx";
import { TimeIn } from "../parts/time.tsx";
import { useShown } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";

export function Identities({ user }: { user: string }) {
  const text = useTexts("people");
  const path = { id: user };
  const list = useQuery({
    queryKey: ["identities", user],
    queryFn: () => payloadOf(api.GET("/v1/users/{id}/identities", { params: { path } })),
  });
  const { data, error } = useShown(list);
  return (
    <Section title={text.identities}>
      {error ? (
        <Unanswered error={error} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <PlaceOf>
          <Text size="sm">{text.noIdentities}</Text>
        </PlaceOf>
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noIdentities}
        </Text>
      ) : (
        <Stack>
          {data.map(({ provider, issuer, subject, label, created_at }) => (
            <Group key={`${provider} ${issuer} ${subject}`} justify="space-between" gap="xs">
              <div>
                <Text size="sm" fw={600}>
                  <bdi>{label || subject}</bdi>
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  <bdi>{provider}</bdi> · <bdi>{issuer}</bdi> · <bdi>{subject}</bdi> ·{" "}
                  <TimeIn text={text.linked} at={created_at} />
                </Text>
              </div>
              <Confirm
                calls="DELETE /v1/users/{id}/identities"
                label={text.unlink}
                consequence={fill(text.unlinkWhat, { name: label || subject, provider })}
                onConfirm={async () => {
                  const query = { provider, issuer, subject };
                  await api.DELETE("/v1/users/{id}/identities", { params: { path, query } });
                  succeeded(text.unlinked);
                  await queries.invalidateQueries();
                }}
              />
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}
