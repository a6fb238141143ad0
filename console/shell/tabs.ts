/** Every page of the console: its hash, group and chunk (auth-wire 8.2). A new page is a line here, unless it is a namespace's. */
import { type ComponentType, lazy } from "react";
import type { AdminRoute } from "../api/acts.gen.ts";
import { NAMESPACES, type Namespace } from "../api/kinds.gen.ts";
import type { Capabilities } from "../base/queries.ts";
import { CAPABILITIES, type Capability, callersOf, mayDo } from "../base/rights.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Texts } from "../texts/en/index.ts";

/** The tasks by which the pages are grouped, in their order. */
export const GROUPS = [
  "control",
  "self",
  "iam",
  "signIn",
  "sources",
  "applications",
  "platform",
] as const;
export type Group = (typeof GROUPS)[number];

export interface Tab {
  readonly hash: keyof Texts["tabs"];
  readonly group: Group;
  readonly icon: IconName;
  /** For administrators alone, and for those with fewer rights who have one of `sees`. */
  readonly admin: boolean;
  readonly sees: readonly Capability[];
  /** Who changes what is there, besides full administrators. */
  readonly changes: readonly Capability[];
  readonly page: ComponentType;
  /** Fetches the chunk ahead of the click. */
  readonly preload: () => Promise<unknown>;
}

interface Rights {
  readonly sees: readonly Capability[];
  readonly changes?: readonly Capability[];
}

const records = (list: AdminRoute, change: AdminRoute): Rights => ({
  sees: callersOf(list),
  changes: callersOf(change),
});

/** Pages that more than `read` is for, or less: by what their routes take. */
const RIGHTS: { readonly [K in Tab["hash"]]?: Rights } = {
  rights: { sees: CAPABILITIES },
  // It changes a setting, and makes a client.
  "first-steps": { sees: [] },
  configuration: { sees: callersOf("GET /v1/configuration") },
  encryption: { sees: callersOf("POST /v1/encryption/rotate") },
  import: { sees: callersOf("POST /v1/users/import") },
  users: records("GET /v1/users", "PUT /v1/users/{id}"),
  accounts: {
    sees: callersOf("GET /v1/invitations", "GET /v1/settings/accounts"),
    changes: callersOf("PUT /v1/settings/accounts"),
  },
  roles: records("GET /v1/roles", "PUT /v1/roles/{id}"),
  clients: records("GET /v1/oauth/clients", "PUT /v1/oauth/clients/{id}"),
  providers: records("GET /v1/oauth/providers", "PUT /v1/oauth/providers/{id}"),
  saml: records("GET /v1/saml/providers", "PUT /v1/saml/providers/{id}"),
  ldap: records("GET /v1/ldap/configs", "PUT /v1/ldap/configs/{id}"),
  branding: records("GET /v1/settings/branding", "PUT /v1/settings/branding"),
  password: records("GET /v1/settings/password", "PUT /v1/settings/password"),
};

function tab(
  hash: Tab["hash"],
  group: Group,
  icon: IconName,
  load: () => Promise<{ default: ComponentType }>,
  admin = true,
  rights: Rights = RIGHTS[hash] ?? { sees: ["read"] },
): Tab {
  const { sees, changes = [] } = rights;
  return { hash, group, icon, admin, sees, changes, page: lazy(load), preload: load };
}

/** The pages of a group that are one settings namespace each, drawn from its schema: it says where its page is. */
const drawn = (group: Group): Tab[] =>
  (Object.keys(NAMESPACES) as Namespace[]).flatMap((namespace) => {
    const kind = NAMESPACES[namespace];
    if (!("tab" in kind)) return [];
    // One of a group that is none would be on no page: it does not compile.
    const own: Group = kind.tab.group;
    if (own !== group) return [];
    const load = async () => {
      const { namespacePage } = await import("../settings/namespace-page.tsx");
      return { default: namespacePage(namespace) };
    };
    const rights = records(`GET /v1/settings/${namespace}`, `PUT /v1/settings/${namespace}`);
    return [tab(kind.tab.hash, group, kind.tab.icon, load, true, rights)];
  });

export const tabs: readonly Tab[] = [
  tab("overview", "control", "overview", () => import("../pages/overview/page.tsx")),
  tab("first-steps", "control", "flag", () => import("../pages/first-steps/page.tsx")),
  tab("audit", "control", "book", () => import("../pages/audit/page.tsx")),
  tab("webhooks", "control", "out", () => import("../pages/webhooks/page.tsx")),
  tab("check", "control", "check", () => import("../pages/check/page.tsx")),
  tab("token-inspector", "control", "token", () => import("../pages/token-inspector/page.tsx")),
  tab("account", "self", "user", () => import("../pages/account/page.tsx"), false),
  tab("device", "self", "device", () => import("../pages/device/page.tsx"), false),
  tab("users", "iam", "users", () => import("../pages/users/page.tsx")),
  tab("accounts", "iam", "invite", () => import("../pages/accounts/page.tsx")),
  tab("import", "iam", "fileIn", () => import("../pages/import/page.tsx")),
  tab("service-accounts", "iam", "robot", () => import("../pages/service-accounts/page.tsx")),
  tab("roles", "iam", "role", () => import("../pages/roles/page.tsx")),
  tab("permissions", "iam", "gate", () => import("../pages/permissions/page.tsx")),
  tab("api-keys", "iam", "key", () => import("../pages/api-keys/page.tsx")),
  tab("rights", "self", "info", () => import("../pages/rights/page.tsx")),
  tab("admin", "iam", "crown", () => import("../pages/admin/page.tsx")),
  tab("flows", "signIn", "flows", () => import("../pages/flows/page.tsx")),
  tab("second-factor", "signIn", "shield", () => import("../pages/second-factor/page.tsx")),
  tab("password", "signIn", "password", () => import("../pages/password/page.tsx")),
  ...drawn("signIn"),
  tab("email", "signIn", "mail", () => import("../pages/email/page.tsx")),
  tab("signup", "signIn", "userPlus", () => import("../pages/signup/page.tsx")),
  tab("providers", "sources", "federation", () => import("../pages/providers/page.tsx")),
  tab("saml", "sources", "rings", () => import("../pages/saml/page.tsx")),
  tab("ldap", "sources", "directory", () => import("../pages/ldap/page.tsx")),
  tab("lmaps", "sources", "groups", () => import("../pages/lmaps/page.tsx")),
  tab("session-providers", "sources", "plug", () => import("../pages/session-providers/page.tsx")),
  tab("clients", "applications", "app", () => import("../pages/clients/page.tsx")),
  tab("docs", "applications", "code", () => import("../pages/docs/page.tsx")),
  tab("registration", "applications", "appPlus", () => import("../pages/registration/page.tsx")),
  tab(
    "oauth2-overview",
    "applications",
    "settings",
    () => import("../pages/oauth2-overview/page.tsx"),
  ),
  tab("custom-info", "applications", "tag", () => import("../pages/custom-info/page.tsx")),
  tab("mtls", "applications", "certificate", () => import("../pages/mtls/page.tsx")),
  ...drawn("applications"),
  tab("branding", "platform", "palette", () => import("../pages/branding/page.tsx")),
  ...drawn("platform"),
  tab("configuration", "platform", "exchange", () => import("../pages/configuration/page.tsx")),
  tab("encryption", "platform", "vault", () => import("../pages/encryption/page.tsx")),
];

/** A full administrator needs no page that says what they may do. */
export const isShown = (
  { hash, admin, sees }: Tab,
  standing: Pick<Capabilities, "is_admin" | "limited">,
): boolean => (!admin || mayDo(standing, sees)) && !(hash === "rights" && standing.is_admin);

/** Where the console begins. */
export const firstTab = ({ is_admin, limited }: Pick<Capabilities, "is_admin" | "limited">) =>
  is_admin ? "overview" : limited ? "rights" : "account";

/** Hashes of the contract that are a part of another page. */
const PARTS: Readonly<Record<string, Tab["hash"]>> = { "magic-link": "email" };

export const tabOf = (hash: string): Tab | undefined =>
  tabs.find((one) => one.hash === (PARTS[hash] ?? hash));
