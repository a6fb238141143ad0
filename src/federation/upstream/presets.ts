/** What is known of providers that many people have, so that a record needs only client and secret. */
import type { OAuthProviderConfig, ProviderPreset } from "../../settings/records/oauth-provider.ts";

/** Values for members of a record that are empty, and what no record can say. */
export interface Preset {
  readonly issuer?: (config: OAuthProviderConfig) => string;
  readonly auth_url?: string;
  readonly token_url?: string;
  readonly userinfo_url?: string;
  readonly emails_url?: string;
  readonly scopes: readonly string[];
  readonly alias_claims?: readonly string[];
  readonly token_endpoint_auth_method?: OAuthProviderConfig["token_endpoint_auth_method"];
  /** It tells the person's name in the form of its answer alone, at the first sign-in. */
  readonly namesInForm?: boolean;
  /** Parameters that its authorization endpoint needs besides those of RFC 6749. */
  readonly parameters?: Readonly<Record<string, string>>;
}

const OPENID = ["openid", "email", "profile"] as const;

export const PRESETS: Readonly<Record<ProviderPreset, Preset>> = {
  google: { issuer: () => "https://accounts.google.com", scopes: OPENID },
  // One tenant: what several tenants say of addresses proves nothing to each other.
  entra: {
    issuer: ({ tenant }) => `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`,
    scopes: OPENID,
    // Its addresses are not verified; the sign-in name belongs to the tenant.
    alias_claims: ["preferred_username"],
  },
  // No OpenID provider: who the person is says its API.
  github: {
    auth_url: "https://github.com/login/oauth/authorize",
    token_url: "https://github.com/login/oauth/access_token",
    userinfo_url: "https://api.github.com/user",
    emails_url: "https://api.github.com/user/emails",
    scopes: ["read:user", "user:email"],
  },
  gitlab: { issuer: () => "https://gitlab.com", scopes: OPENID },
  apple: {
    issuer: () => "https://appleid.apple.com",
    scopes: ["openid", "email", "name"],
    token_endpoint_auth_method: "client_secret_post",
    namesInForm: true,
    // It answers scopes in no other way.
    parameters: { response_mode: "form_post" },
  },
  keycloak: { scopes: OPENID },
};
