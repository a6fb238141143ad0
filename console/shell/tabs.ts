/** Every page of the console: its hash, group and chunk (auth-wire 8.2). A new page is a line here. */

import { type ComponentType, lazy } from "react";
import type { IconName } from "../parts/icon.tsx";
import type { Texts } from "../texts/en/index.ts";

export type Group = "control" | "self" | "iam" | "directory" | "federation" | "system" | "platform";

export interface Tab {
  readonly hash: keyof Texts["tabs"];
  readonly group: Group;
  readonly icon: IconName;
  /** For administrators alone. */
  readonly admin: boolean;
  readonly page: ComponentType;
  /** Fetches the chunk ahead of the click. */
  readonly preload: () => Promise<unknown>;
}

function tab(
  hash: Tab["hash"],
  group: Group,
  icon: IconName,
  load: () => Promise<{ default: ComponentType }>,
  admin = true,
): Tab {
  return { hash, group, icon, admin, page: lazy(load), preload: load };
}

/** A page that is one settings namespace, drawn from its schema. */
const settings = (hash: Tab["hash"], group: Group, icon: IconName, namespace: string): Tab =>
  tab(hash, group, icon, async () => {
    const { namespacePage } = await import("../settings/namespace-page.tsx");
    return { default: namespacePage(namespace) };
  });

export const tabs: readonly Tab[] = [
  tab("overview", "control", "overview", () => import("../pages/overview/page.tsx")),
  tab("first-steps", "control", "done", () => import("../pages/first-steps/page.tsx")),
  tab("account", "self", "user", () => import("../pages/account/page.tsx"), false),
  tab("device", "self", "device", () => import("../pages/device/page.tsx"), false),
  tab("users", "iam", "users", () => import("../pages/users/page.tsx")),
  tab("service-accounts", "iam", "robot", () => import("../pages/service-accounts/page.tsx")),
  tab("roles", "iam", "role", () => import("../pages/roles/page.tsx")),
  tab("permissions", "iam", "key", () => import("../pages/permissions/page.tsx")),
  tab("lmaps", "directory", "role", () => import("../pages/lmaps/page.tsx")),
  tab("ldap", "directory", "directory", () => import("../pages/ldap/page.tsx")),
  tab("clients", "federation", "app", () => import("../pages/clients/page.tsx")),
  tab("providers", "federation", "federation", () => import("../pages/providers/page.tsx")),
  tab("saml", "federation", "federation", () => import("../pages/saml/page.tsx")),
  tab(
    "oauth2-overview",
    "federation",
    "settings",
    () => import("../pages/oauth2-overview/page.tsx"),
  ),
  tab(
    "session-providers",
    "federation",
    "federation",
    () => import("../pages/session-providers/page.tsx"),
  ),
  settings("authorize", "federation", "lock", "authorize"),
  tab("registration", "federation", "app", () => import("../pages/registration/page.tsx")),
  settings("passkey", "federation", "key", "passkey"),
  settings("password", "federation", "lock", "password"),
  settings("token", "federation", "token", "token"),
  tab("api-keys", "system", "key", () => import("../pages/api-keys/page.tsx")),
  tab("email", "system", "mail", () => import("../pages/email/page.tsx")),
  tab("signup", "system", "user", () => import("../pages/signup/page.tsx")),
  tab("mtls", "system", "lock", () => import("../pages/mtls/page.tsx")),
  settings("totp", "system", "device", "totp"),
  tab("custom-info", "system", "info", () => import("../pages/custom-info/page.tsx")),
  settings("device-settings", "system", "device", "device"),
  settings("token-exchange", "system", "token", "token_exchange"),
  tab("flows", "control", "flows", () => import("../pages/flows/page.tsx")),
  tab("check", "control", "check", () => import("../pages/check/page.tsx")),
  tab("token-inspector", "control", "token", () => import("../pages/token-inspector/page.tsx")),
  tab("docs", "platform", "book", () => import("../pages/docs/page.tsx")),
  tab("admin", "platform", "lock", () => import("../pages/admin/page.tsx")),
  settings("cache", "platform", "system", "cache"),
  tab("encryption", "platform", "key", () => import("../pages/encryption/page.tsx")),
  tab("branding", "platform", "sun", () => import("../pages/branding/page.tsx")),
];

export const DEFAULT_TAB = "overview";
/** Hashes of the contract that are a part of another page. */
const PARTS: Readonly<Record<string, Tab["hash"]>> = { "magic-link": "email" };

export const tabOf = (hash: string): Tab | undefined =>
  tabs.find((one) => one.hash === (PARTS[hash] ?? hash));
