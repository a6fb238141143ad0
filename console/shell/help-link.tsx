/** From each page of the console to the page of the documentation that explains it. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { DOCS } from "../api/document.ts";
import { useTexts } from "../base/language.ts";
import { Icon } from "../parts/icon.tsx";
import type { Tab } from "./tabs.ts";

/** Below the site; the pages of settings are explained where all namespaces are. */
const PAGES: Partial<Record<Tab["hash"], string>> = {
  overview: "console.html#the-first-pages",
  "first-steps": "getting-started.html",
  account: "pages.html",
  device: "devices.html",
  users: "getting-started.html#a-user",
  "service-accounts": "getting-started.html#a-service-account",
  roles: "permissions.html#the-model",
  permissions: "permissions.html#what-a-permission-covers",
  lmaps: "ldap.html#groups-and-roles",
  ldap: "ldap.html",
  clients: "connect/",
  providers: "upstream.html",
  saml: "saml.html",
  "oauth2-overview": "settings.html#oauth2",
  "session-providers": "settings.html#session_providers",
  registration: "registration.html",
  "api-keys": "api-keys.html",
  email: "mail.html",
  signup: "signup.html",
  mtls: "mtls.html",
  "custom-info": "settings.html#custom_info",
  flows: "login.html",
  check: "permissions.html#asking",
  "token-inspector": "tokens.html#inspection",
  docs: "connect/",
  "device-settings": "settings.html#device",
  admin: "administrators.html",
  rights: "administrators.html",
  accounts: "accounts.html",
  audit: "audit.html",
  webhooks: "events.html#webhooks",
  "second-factor": "second-factor.html",
  passkey: "passkeys.html",
  import: "import.html",
  configuration: "configuration-as-code.html",
  encryption: "operations.html#the-encryption-key",
  branding: "settings.html#branding",
};

export function HelpLink({ tab }: { tab: Tab["hash"] | undefined }) {
  const text = useTexts("frame");
  if (DOCS === undefined) return null;
  const page = tab && (PAGES[tab] ?? `settings.html#${tab.replaceAll("-", "_")}`);
  return (
    <Tooltip label={text.help}>
      <ActionIcon
        component="a"
        href={`${DOCS}${page ?? ""}`}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        color="gray"
        aria-label={text.help}
      >
        <Icon name="book" />
      </ActionIcon>
    </Tooltip>
  );
}
