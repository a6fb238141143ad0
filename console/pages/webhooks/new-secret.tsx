/** A new secret of a webhook while the one before signs on. */
import { Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import type { Document } from "../../form/schema.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Section } from "../../parts/section.tsx";
import { Time } from "../../parts/time.tsx";
import { showWebhookSecret } from "./shown-secret.tsx";

export function NewSecret({ id, config }: { id: string; config: Document }) {
  const text = useTexts("webhooks");
  const [overlap, setOverlap] = useState("24h");
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
            {text.previous} <Time value={until} />
          </Text>
        )}
        <Select
          label={text.overlap}
          data={Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))}
          value={overlap}
          allowDeselect={false}
          onChange={(next) => setOverlap(next ?? "24h")}
        />
        <Confirm label={text.rollNow} consequence={text.rollConsequence} onConfirm={roll} />
      </Stack>
    </Section>
  );
}
