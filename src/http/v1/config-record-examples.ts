/** A record of each kind as the API description shows it: valid, and worth copying. */
import type { ConfigKind } from "../../settings/records/config-records.ts";

interface Example {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
}

const MAPPING = { role_map: { staff: ["ops"] }, register: true };

export const CONFIG_EXAMPLES: Readonly<Record<ConfigKind, Example>> = {
  oauth_clients: {
    id: "web-app",
    config: {
      client_name: "Web application",
      client_secret: "a long random secret",
      redirect_uris: ["https://app.example.com/callback"],
      scope: ["openid"],
      allowed_scopes: ["openid", "profile", "email"],
      grant_types: ["authorization_code", "refresh_token"],
    },
  },
  oauth_providers: {
    id: "company",
    config: {
      client_id: "postern",
      client_secret: "…",
      scopes: ["openid", "profile", "email"],
      issuer: "https://op.example.com",
      auth_url: "https://op.example.com/authorize",
      token_url: "https://op.example.com/token",
      cert_url: "https://op.example.com/certs",
      claim_mapping: { roles_claim: "groups", ...MAPPING },
    },
  },
  ldap_configs: {
    id: "directory",
    config: {
      addr: "ldaps://directory.example.com:636",
      bind: { username: "cn=reader,dc=example,dc=com", password: "…" },
      user_base_dn: "ou=people,dc=example,dc=com",
      groups: [
        { base_dn: "ou=groups,dc=example,dc=com", filter: "(objectClass=groupOfUniqueNames)" },
      ],
      sync_duration: "10m",
    },
  },
  saml_providers: {
    id: "campus",
    config: {
      metadata_url: "https://idp.example.com/metadata",
      entity_id: "https://id.example.com/auth/saml/campus",
      alias_attribute: "mail",
      claim_mapping: { roles_claim: "memberOf", ...MAPPING },
    },
  },
};
