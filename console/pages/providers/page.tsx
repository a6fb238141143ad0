/** Upstream OAuth 2.0 and OpenID Connect providers (auth-wire 8.2). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTexts } from "../../base/language.ts";
import { useRoute } from "../../base/route.ts";
import type { Document } from "../../form/schema.ts";
import { SchemaField } from "../../form/schema-field.tsx";
import type { OwnFields, Section } from "../../form/sections.tsx";
import { ConfigPage } from "../../records/config-pages.tsx";
import { configKey, readConfig } from "../../records/config-record.ts";
import { ButtonBadge, ButtonPanel, useNewButton } from "../../records/login-button.tsx";
import { RoleMapField } from "../../records/role-map-field.tsx";
import { Guide } from "./guide.tsx";
import { PresetChoice } from "./preset-choice.tsx";
import { freshProvider, isPreset, needsOf } from "./presets.ts";
import { ProviderTest } from "./provider-test.tsx";

const BASE = "/v1/oauth/providers";
const APPLE: OwnFields = { "claim_mapping.role_map": RoleMapField };
/** What is said of the secret is about Apple's, which is a key. */
const FIELDS: OwnFields = { ...APPLE, client_secret: (field) => <SchemaField {...field} plain /> };

const ADDRESSES = [
  "discovery_url",
  "auth_url",
  "token_url",
  "cert_url",
  "userinfo_url",
  "emails_url",
  "introspect_url",
  "revocation_url",
  "logout_url",
];

/** What a preset needs stands first; everything that it knows is folded away. */
function useSections(preset: unknown, isPresetKnown: boolean): readonly Section[] {
  const { providerSections: text } = useTexts("federation");
  const of = (name: keyof typeof text, members: readonly string[], folded = false): Section => ({
    ...{ title: text[name][0], about: text[name][1], members, folded },
  });
  const needs = needsOf(preset);
  const own = ["issuer", "tenant", "team_id", "key_id"].filter((name) => !needs.includes(name));
  return [
    of("client", ["name", "client_id", ...needs, "client_secret"]),
    of("people", ["alias_claims", "email_verify_check", "claim_mapping"]),
    of("demands", ["forward", "acr_map"], true),
    of("addresses", ADDRESSES, isPresetKnown),
    of("peculiarities", ["preset", "scopes", "token_endpoint_auth_method", ...own], true),
  ];
}

export default function Page() {
  const text = useTexts("federation");
  const configs = useTexts("configs");
  const button = useNewButton("oauth");
  const { rest, query } = useRoute();
  const wanted = query.get("preset");
  const chosen = isPreset(wanted) ? wanted : undefined;
  const record = useQuery({
    queryKey: configKey(BASE, rest),
    queryFn: () => readConfig(BASE, rest),
    enabled: rest !== "" && rest !== "new",
  });
  const stored = (record.data?.value.config as Document | undefined)?.preset;
  const preset = rest === "new" ? chosen : stored;
  const fresh = useMemo(() => freshProvider(chosen ?? "other"), [chosen]);
  const sections = useSections(preset, isPreset(preset) && preset !== "other");
  return (
    <ConfigPage
      tab="providers"
      base={BASE}
      empty={configs.providers}
      idHint={text.providerIdHint}
      fields={preset === "apple" ? APPLE : FIELDS}
      {...{ fresh, sections }}
      first={rest === "new" && !chosen && <PresetChoice />}
      before={(_value, _onChange, id) => (
        <Guide preset={isPreset(preset) ? preset : "other"} id={id} />
      )}
      badge={(id) => <ButtonBadge source="oauth" id={id} />}
      after={() => rest === "new" && button.field}
      saved={(id) => rest === "new" && button.saved(id)}
      panels={(id, config, enabled) => (
        <>
          <ButtonPanel source="oauth" {...{ id, config, enabled }} />
          <ProviderTest id={id} />
        </>
      )}
    />
  );
}
