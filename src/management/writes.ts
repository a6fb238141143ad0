/**
 * What a write of an administrator with fewer rights may change, by topic: the one table below all routes (ADR 0090). What
 * was stored before and after is compared. A topic that may not be touched is refused, whatever the change.
 */
import { outOfReach } from "../iam/administrators/limited.ts";
import { appsLeft, passkeysLeft } from "../iam/second-factor/remove-factors.ts";
import { message } from "../messages/message.ts";
import type { Topic } from "../store/tables.ts";
import { requireClientChange } from "./clients.ts";
import { requireInvitations } from "./invitations.ts";
import type { LimitedWrite } from "./limited-write.ts";
import { requirePersonChange, requirePersonSupported } from "./people.ts";
import { requireProviderChange } from "./providers.ts";
import { requireSettingChange } from "./settings.ts";

type Rule = (write: LimitedWrite, ids: readonly string[]) => void | Promise<void>;

const each =
  (rule: (write: LimitedWrite, id: string) => void | Promise<void>): Rule =>
  async (write, ids) => {
    for (const id of ids) await rule(write, id);
  };

const never: Rule = () => {
  throw outOfReach(message("limited.full"));
};

/** An app can be taken away, and nothing else. */
const totp: Rule = async (write, ids) => {
  for (const id of ids) requirePersonSupported(write, id);
  if ((await appsLeft(write.open, ids)) > 0) throw outOfReach(message("limited.factor"));
};

/** So can passkeys; their owners are among those from whom the write takes a proof. */
const passkeys: Rule = async (write, ids) => {
  for (const id of write.open.removed.keys()) requirePersonSupported(write, id);
  if ((await passkeysLeft(write.open, ids)) > 0) throw outOfReach(message("limited.factor"));
};

/** Keys go with the account that they are of. */
const apiKeys: Rule = ({ before, after }, ids) => {
  for (const id of ids) {
    const owner = before.api_keys.get(id)?.owner_id;
    if (after.api_keys.has(id) || owner === undefined || after.principals.has(owner)) {
      throw outOfReach(message("limited.full"));
    }
  }
};

const RULES: Readonly<Record<Topic, Rule>> = {
  users: each(requirePersonChange),
  totp,
  passkeys,
  api_keys: apiKeys,
  invitations: requireInvitations,
  // Ends of sign-ins and tokens: of whom is asked where they are ended, before anything is written.
  revocations: () => undefined,
  oauth_clients: each(requireClientChange),
  oauth_providers: each((write, id) => requireProviderChange(write, "oauth_providers", id)),
  saml_providers: each((write, id) => requireProviderChange(write, "saml_providers", id)),
  ldap_configs: each((write, id) => requireProviderChange(write, "ldap_configs", id)),
  settings: each(requireSettingChange),
  // Who reads the audit log could send it elsewhere.
  webhooks: never,
  roles: never,
  permissions: never,
  lmaps: never,
  initial_access_tokens: never,
  encryption: never,
};

/** Throws `forbidden`, or `not_found` for people out of reach. */
export async function requireWithin(write: LimitedWrite): Promise<void> {
  for (const [topic, ids] of write.open.touched) await RULES[topic](write, [...ids]);
}
