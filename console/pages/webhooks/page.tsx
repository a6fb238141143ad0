/** Webhooks: where events are sent, and what became of them (ADR 0099). */
import { useTexts } from "../../base/language.ts";
import type { OwnFields } from "../../form/sections.tsx";
import { ConfigPage } from "../../records/config-pages.tsx";
import { Deliveries } from "./deliveries.tsx";
import { NewSecret } from "./new-secret.tsx";
import { ShownWebhookSecret } from "./shown-secret.tsx";
import { TypesField } from "./types-field.tsx";

const FIELDS: OwnFields = { types: TypesField };

export default function Page() {
  const text = useTexts("webhooks");
  return (
    <ConfigPage
      tab="webhooks"
      base="/v1/webhooks"
      empty={{ title: text.none, about: text.noneText }}
      idHint={text.idHint}
      fields={FIELDS}
      sections={[{ title: text.what, about: text.whatAbout, members: ["name", "url", "types"] }]}
      above={(id) => <ShownWebhookSecret id={id} />}
      panels={(id, config) => (
        <>
          <Deliveries id={id} />
          <NewSecret id={id} config={config} />
        </>
      )}
    />
  );
}
