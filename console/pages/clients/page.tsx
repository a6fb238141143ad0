/** OAuth clients (auth-wire 8.2). */
import { Select, Text } from "@mantine/core";
import { useMemo } from "react";
import { Happened } from "../../audit/happened.tsx";
import { useTexts } from "../../base/language.ts";
import { useMay } from "../../base/rights.ts";
import { useRoute } from "../../base/route.ts";
import type { Document } from "../../form/schema.ts";
import type { OwnFields, Section } from "../../form/sections.tsx";
import { Time } from "../../parts/time.tsx";
import { Together } from "../../parts/together.tsx";
import { ConfigPage } from "../../records/config-pages.tsx";
import type { ConfigRow } from "../../records/config-record.ts";
import { useNeededClients } from "../../records/needed.tsx";
import type { Column } from "../../records/record-table.tsx";
import { RolesField } from "../../records/roles-field.tsx";
import { KeysField } from "./keys-field.tsx";
import { LogoutCard } from "./logout-card.tsx";
import { ConsentField, MethodField, withOneConsent } from "./named-choice.tsx";
import { GrantField, LevelsField } from "./named-list-field.tsx";
import { SecretCard } from "./secret-card.tsx";
import { ShownSecret, showSecret } from "./shown-secret.tsx";
import { PrefixField, RedirectField } from "./target-field.tsx";
import { TryIt } from "./try-it.tsx";
import { TypeChoice } from "./type-choice.tsx";
import { type ClientType, freshClient, hasNoSecret, isClientType } from "./types.ts";

const FIELDS: OwnFields = {
  redirect_uris: RedirectField,
  whitelist_urls: PrefixField,
  allowed_role_ids: RolesField,
  require_acr: LevelsField,
  grant_types: GrantField,
  consent: ConsentField,
  token_endpoint_auth_method: MethodField,
  jwks: KeysField,
};

/** By what people decide together; what is missing here stands under "further settings". */
function useSections(type: ClientType | undefined): readonly Section[] {
  const { sections } = useTexts("clients");
  const of = (
    name: keyof typeof sections,
    members: readonly string[],
    folded = false,
  ): Section => ({
    ...{ title: sections[name][0], about: sections[name][1], members, folded },
  });
  return [
    of("identity", ["client_name", "public", "client_secret"]),
    of("redirects", ["redirect_uris", "whitelist_urls"], type === "machine"),
    of("who", ["allowed_role_ids", "require_acr"], type === "machine"),
    of("access", [
      "scope",
      "allowed_scopes",
      "grant_types",
      "consent",
      "require_pushed_authorization_requests",
      "management",
      "roles_in_tokens",
      "roles_claim",
    ]),
    of(
      "signOut",
      [
        "post_logout_redirect_uris",
        "backchannel_logout_uri",
        "backchannel_logout_session_required",
      ],
      true,
    ),
    of("resources", ["resources", "exchange_audiences", "introspection"], type !== "mcp"),
    of(
      "certificate",
      [
        "profile",
        "token_endpoint_auth_method",
        "jwks",
        "jwks_uri",
        "token_endpoint_auth_signing_alg",
        "request_object_signing_alg",
        "dpop_bound_access_tokens",
        "tls_client_certificate_bound_access_tokens",
        "tls_client_auth_subject_dn",
        "tls_client_auth_san_dns",
        "tls_client_auth_san_uri",
        "tls_client_auth_san_ip",
        "tls_client_auth_san_email",
      ],
      true,
    ),
  ];
}

const withoutNeedless = (config: Document): readonly string[] =>
  hasNoSecret(config) ? ["skip_consent", "client_secret"] : ["skip_consent"];

/** Whether only some roles may use it. */
const isRuled = ({ allowed_role_ids: roles }: Document): boolean =>
  Array.isArray(roles) && roles.length > 0;

/** What the list tells of each client besides. */
function useColumns(): readonly Column<ConfigRow>[] {
  const { list } = useTexts("clients");
  return [
    {
      title: list.kind,
      cell: ({ kind }) =>
        kind && (
          <Text span size="sm" title={list.kinds[kind][1]}>
            {list.kinds[kind][0]}
          </Text>
        ),
    },
    {
      title: list.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <Time value={last_used_at} /> : list.neverUsed),
    },
  ];
}

export default function Page() {
  const text = useTexts("clients");
  const columns = useColumns();
  const configs = useTexts("configs");
  const { rest, query } = useRoute();
  const wanted = query.get("type");
  const type = isClientType(wanted) ? wanted : undefined;
  const fresh = useMemo(() => (type ? freshClient(type) : {}), [type]);
  const sections = useSections(type);
  const needed = useNeededClients();
  // Made again under its ID it would be open to every account (ADR 0123).
  const full = useMay();
  const mayDelete = (stored: Document) => full || !isRuled(stored);
  return (
    <ConfigPage
      tab="clients"
      base="/v1/oauth/clients"
      empty={configs.clients}
      idHint={type ? text.idHints[type] : undefined}
      fields={FIELDS}
      shown={withOneConsent}
      omit={withoutNeedless}
      {...{ fresh, sections, needed, columns, mayDelete }}
      filters={(values, set) => (
        <Select
          aria-label={text.list.kind}
          placeholder={text.list.anyKind}
          clearable
          data={Object.entries(text.list.kinds).map(([value, [label]]) => ({ value, label }))}
          value={values.kind ?? null}
          onChange={(next) => set("kind", next ?? "")}
        />
      )}
      first={rest === "new" && !type && <TypeChoice />}
      saved={(id, { client_secret: secret }) => {
        if (typeof secret === "string" && secret !== "") showSecret(id, secret);
      }}
      above={(id) => <ShownSecret id={id} />}
      panels={(id, config, enabled) => (
        <Together>
          <SecretCard {...{ id, config }} />
          <LogoutCard {...{ id, config }} />
          <TryIt {...{ id, config, enabled }} />
          <Happened filters={{ client: id }} of={id} />
        </Together>
      )}
    />
  );
}
