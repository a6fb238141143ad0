/** A document of each settings namespace as the API description shows it: valid, and worth copying. */
import type { Namespace } from "../../settings/index.ts";

type Documents = Readonly<Record<Namespace, Readonly<Record<string, unknown>>>>;

const PEM = (kind: string) => `-----BEGIN ${kind}-----\n…\n-----END ${kind}-----\n`;

export const SETTINGS_EXAMPLES: Documents = {
  admin: { permission: "admin", allow_missing_x_user: false },
  jwt: { kid: "2030-05", private_key: PEM("PRIVATE KEY") },
  token: { token_lifetime: "15m", refresh_lifetime: "24h", roles_claim: "roles" },
  oauth2: { base_url: "https://id.example.com", require_registered_redirects: true },
  check: { default_hosts: ["app.example.com"], no_host_check: false },
  cache: { poll_interval: "5s", event_retention: "2160h", code_store: { active: "database" } },
  api_key: { self_service: true, max_lifetime: "2160h" },
  device: { code_lifetime: "10m", interval: 5 },
  token_exchange: { disabled: false },
  totp: { issuer: "Example", skew: 1, methods: ["password"] },
  email: {
    from: "Example <id@example.com>",
    subject: "Your code is {{ .Code }}",
    code_lifetime: "15m",
    smtp: { host: "smtp.example.com", port: 587, username: "id", password: "…", starttls: true },
  },
  signup: { enabled: true, password_min_length: 12, default_role_ids: [] },
  mtls: {
    enabled: true,
    cert_header: "X-Client-Cert",
    cert_verify_header: "X-Client-Verify",
    cert_verify_value: "SUCCESS",
    trusted_proxy_cidrs: ["10.0.0.7/32"],
  },
  saml: { certificate: PEM("CERTIFICATE"), private_key: PEM("PRIVATE KEY") },
  custom_info: {
    sets: { forum: { claims: { nickname: "{{ .user.Details.uid }}", locale: "en" } } },
  },
  authorize: { login_url: "/login/", flow_lifetime: "10m", require_s256: true },
  registration: { enabled: true, client_lifetime: "720h", default_scope: ["openid"] },
  session_providers: {
    providers: {
      main: {
        name: "Company account",
        auth_middleware: "auth",
        password_flow: true,
        x_user: ["preferred_username"],
        oauth2: { client_id: "web-app", client_secret: "…", scopes: ["openid", "profile"] },
      },
    },
    groups: { partners: { inherit: { main: { hide: true } } } },
  },
  passkey: {
    rp_id: "example.com",
    rp_display_name: "Example",
    origins: ["https://id.example.com"],
    enrollment: { enabled: true, snooze_duration: "720h" },
  },
  branding: {
    product_name: "Example",
    accent_color: "#0b6e4f",
    support_url: "https://help.example.com",
  },
  password: { attempts: { per_account: 10, per_network: 100, window: "15m" } },
};

/** A namespace that is none of ours: stored and returned, and configures nothing (O15). */
export const OTHER_EXAMPLE = { theme: "dark", columns: ["alias", "name"] };
