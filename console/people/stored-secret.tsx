/** Whether a service account has a secret, and taking it away: a save without one keeps it (auth-wire 2.3). */
import { Group, Text } from "@mantine/core";
import { api, ifMatch, type Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Section } from "../parts/section.tsx";

export interface StoredSecretProps {
  readonly record: Schemas["Principal"] & { readonly tag?: string | undefined };
}

export function StoredSecret({ record: { id, details, tag } }: StoredSecretProps) {
  const text = useTexts("people");
  const isThere = typeof details?.secret === "string";
  return (
    <Section title={text.storedSecret}>
      <Group justify="space-between">
        <Text size="sm" c={isThere ? undefined : "dimmed"}>
          {isThere ? text.secretThere : text.secretNone}
        </Text>
        {isThere && (
          <Confirm
            label={text.removeSecret}
            consequence={text.removeSecretWhat}
            onConfirm={async () => {
              await api.DELETE("/v1/service-accounts/{id}/secret", {
                params: { path: { id }, ...ifMatch(tag) },
              });
              succeeded(text.secretRemoved);
              await queries.invalidateQueries();
            }}
          />
        )}
      </Group>
    </Section>
  );
}
