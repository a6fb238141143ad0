/** Settings that an administrator with fewer rights may change (ADR 0090). */
import type { Settings } from "../../settings/index.ts";

/** Members of namespaces that give no one rights, and weaken nothing that protects an account. */
const OPEN_SETTINGS = {
  branding: ["product_name", "logo", "accent_color", "support_url"],
  // Not the mail of invitations: a template could send its link elsewhere.
  accounts: ["self_service"],
  password: ["refuse_common", "refuse_own_words", "by_administrators"],
} as const satisfies { readonly [K in keyof Settings]?: readonly (keyof Settings[K])[] };

/** Members that may be changed of a namespace; undefined where all of it is a full administrator's. */
export const openMembers = (namespace: string): readonly string[] | undefined =>
  Object.hasOwn(OPEN_SETTINGS, namespace)
    ? OPEN_SETTINGS[namespace as keyof typeof OPEN_SETTINGS]
    : undefined;
