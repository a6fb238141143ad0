/** A new secret of a client while the one before works on, and the end of that one. */
import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import type { Document } from "../../form/schema.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Offered } from "../../parts/offered.tsx";
import { DEFAULT_OVERLAP, OverlapField } from "../../parts/overlap-field.tsx";
import { Section } from "../../parts/section.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { showSecret } from "./shown-secret.tsx";
import { provesBySecret } from "./types.ts";

export function SecretCard({ id, config }: { id: string; config: Document }) {
  const text = useTexts("clients");
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  if (!provesBySecret(config)) return null;
  const path = { params: { path: { id } } };
  const previous = config.previous_secret as { readonly expires_at?: number } | undefined;
  const until = (previous?.expires_at ?? 0) * 1_000;
  const roll = async () => {
    const answer = api.POST("/v1/oauth/client-secrets/{id}", { ...path, body: { overlap } });
    showSecret(id, (await payloadOf(answer)).client_secret);
    await queries.invalidateQueries();
  };
  const end = async () => {
    await api.DELETE("/v1/oauth/client-secrets/{id}", path);
    succeeded(text.previousEnded);
    await queries.invalidateQueries();
  };
  return (
    <Offered calls="POST /v1/oauth/client-secrets/{id}">
      <Section title={text.roll} about={text.rollAbout}>
        <Stack align="start">
          {until > Date.now() && (
            <Group gap="xs">
              <Text size="sm">
                <TimeIn text={text.previous} at={until} />
              </Text>
              <Confirm
                calls="DELETE /v1/oauth/client-secrets/{id}"
                label={text.endPrevious}
                consequence={text.endConsequence}
                onConfirm={end}
              />
            </Group>
          )}
          <OverlapField label={text.overlap} value={overlap} onChange={setOverlap} />
          <Confirm label={text.rollNow} consequence={text.rollConsequence} onConfirm={roll} />
        </Stack>
      </Section>
    </Offered>
  );
}
