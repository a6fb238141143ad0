/** SAML identity providers (auth-wire 8.2). */
import { useTexts } from "../../base/language.ts";
import { useInfo } from "../../base/queries.ts";
import { useRoute } from "../../base/route.ts";
import { Addresses } from "../../form/addresses.tsx";
import type { OwnFields, Section } from "../../form/sections.tsx";
import { ConfigPage } from "../../records/config-pages.tsx";
import { ButtonBadge, ButtonPanel, useNewButton } from "../../records/login-button.tsx";
import { RoleMapField } from "../../records/role-map-field.tsx";
import { CertificatePanel } from "./certificate-panel.tsx";
import { EncryptionPanel } from "./encryption-panel.tsx";
import { MetadataField } from "./metadata-field.tsx";
import { SamlTest } from "./saml-test.tsx";

const FIELDS: OwnFields = {
  "claim_mapping.role_map": RoleMapField,
  metadata_xml: MetadataField,
};

/** What is entered at the provider (auth-wire 6.2). */
function OwnAddresses({ id }: { id: string }) {
  const text = useTexts("federation");
  const { data } = useInfo();
  if (!data) return null;
  const base = `${data.oauth2.effective_base_url}${data.prefix_path}/saml/${id === "" ? "…" : encodeURIComponent(id)}`;
  return (
    <Addresses
      title={text.atProvider}
      about={text.samlAbout}
      addresses={[
        { label: text.samlMetadata, value: `${base}/metadata` },
        { label: text.samlAcs, value: `${base}/acs` },
        { label: text.samlLogin, value: `${base}/login` },
      ]}
    />
  );
}

export default function Page() {
  const text = useTexts("federation");
  const { rest } = useRoute();
  const configs = useTexts("configs");
  const button = useNewButton("saml");
  const of = (
    name: keyof typeof text.samlSections,
    members: string[],
    folded = false,
  ): Section => ({
    title: text.samlSections[name][0],
    about: text.samlSections[name][1],
    members,
    folded,
  });
  return (
    <ConfigPage
      tab="saml"
      base="/v1/saml/providers"
      empty={configs.saml}
      idHint={text.samlIdHint}
      fields={FIELDS}
      sections={[
        of("metadata", ["metadata_url", "metadata_xml", "provider_entity_id"]),
        of("people", ["alias_attribute", "id_attribute", "claim_mapping"]),
        of(
          "request",
          [
            "entity_id",
            "name_id_format",
            "sign_requests",
            "encrypted_assertions",
            "encryption_key",
            "next_encryption_key",
          ],
          true,
        ),
      ]}
      top={<CertificatePanel />}
      before={(_value, _onChange, id) => <OwnAddresses id={id} />}
      badge={(id) => <ButtonBadge source="saml" id={id} />}
      after={() => rest === "new" && button.field}
      saved={(id) => rest === "new" && button.saved(id)}
      panels={(id, config, enabled) => (
        <>
          <ButtonPanel source="saml" {...{ id, config, enabled }} />
          {config.encrypted_assertions === true && (
            <EncryptionPanel id={id} hasNext={config.next_encryption_key_set === true} />
          )}
          <SamlTest id={id} />
        </>
      )}
    />
  );
}
