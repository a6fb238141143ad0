/** Changes of providers by administrators with fewer rights (ADR 0090). */
import { outOfReach } from "../iam/administrators/limited.ts";
import { message } from "../messages/message.ts";
import type { ConfigKind } from "../settings/records/config-records.ts";
import { changedMembers } from "./changed-members.ts";
import type { LimitedWrite } from "./limited-write.ts";

/**
 * Members that do not say who a person is: who names the provider of a record speaks for everyone who signs in there,
 * administrators among them. So a record is made and deleted by full administrators alone, too.
 */
const OPEN: {
  readonly [K in Exclude<ConfigKind, "oauth_clients" | "webhooks">]: readonly string[];
} = {
  oauth_providers: ["name", "client_secret"],
  saml_providers: [],
  ldap_configs: [],
};

export function requireProviderChange(
  { before, after }: LimitedWrite,
  kind: keyof typeof OPEN,
  id: string,
): void {
  const [was, is] = [before[kind].get(id), after[kind].get(id)];
  if (!was?.stored || !is?.stored) {
    throw outOfReach(message("limited.provider"));
  }
  if (is.enabled && !was.enabled) {
    throw outOfReach(message("limited.provider"));
  }
  const changed = changedMembers(was.stored, is.stored).find((name) => !OPEN[kind].includes(name));
  if (changed !== undefined) throw outOfReach(message("limited.member", { member: changed }));
}
