/** A new secret of a webhook while the one before signs on. */
import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import type { Document } from "../../form/schema.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { DEFAULT_OVERLAP, OverlapField } from "../../parts/overlap-field.tsx";
import { Section } from "../../parts/section.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { showWebhookSecret } from "./shown-secret.tsx";

export function NewSecret({ id, config }: { id: string; config: Document }) {
  const text = useTexts("webhooks");
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  const previous = config.previous_secret as { readonly expires_at?: number } | undefined;
  const until = (previous?.expires_at ?? 0) * 1_000;
  const roll = async () => {
    const answer = api.POST("/v1/webhooks/{id}/secret", {
      params: { path: { id } },
      body: { overlap },
    });
    showWebhookSecret(id, (await payloadOf(answer)).secret);
    await queries.invalidateQueries();
  };
  return (
    <Section title={text.roll} about={text.rollAbout}>
      <Stack align="start">
        {until > Date.now() && (
          <Text size="sm">
            <TimeIn text={text.previous} at={until} />
          </Text>
        )}
        <OverlapField label={text.overlap} value={overlap} onChange={setOverlap} />
        <Confirm label={text.rollNow} consequence={text.rollConsequence} onConfirm={roll} />
      </Stack>
    </Section>
  );
}
