/** Which directory is in force (auth-wire 4.3): the first enabled record by id; one at a time. */

import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import { capability } from "../runtime/capability.ts";
import type { LdapServer } from "../runtime/ldap.ts";
import type { ConfigRecords } from "../settings/records/config-records.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

export type LdapConfig = ConfigRecords["ldap_configs"];

export interface Directory {
  readonly id: string;
  readonly config: LdapConfig;
  readonly server: LdapServer;
}

/** `ldap is not configured`, with the reason for administrators. */
const notConfigured = (reason: Message) =>
  new AuthError("failed_dependency", "ldap is not configured", {
    ...{ detail: reason.text, messages: [reason] },
  });

/** The directory of a record, with the address of this instance where its configuration has one. */
function directoryOf({ options }: Service, id: string, config: LdapConfig): Directory {
  const url = options.ldap.addr || config.addr;
  return { id, config, server: { url, startTls: config.start_tls, ca: config.ca } };
}

/** The directory in force, or the reason why there is none. */
function findDirectory(service: Service, { ldap_configs: records }: Snapshot): Directory | Message {
  if (!service.runtime.ldap) return message("ldap.unavailable");
  if (records.size === 0) return message("ldap.none");
  let reason: Message = message("ldap.disabled");
  for (const record of records.values()) {
    if (!record.enabled) continue;
    // Another directory must not take the place of one that cannot be read: it has other people (P-1).
    if (!record.config) return message("ldap.unreadable", { id: record.id });
    const directory = directoryOf(service, record.id, record.config);
    if (directory.server.url !== "") return directory;
    reason = message("ldap.no_addresses");
  }
  return reason;
}

/** Undefined when no directory is active. */
export function activeDirectory(
  service: Service,
  snapshot = service.snapshots.current,
): Directory | undefined {
  const found = findDirectory(service, snapshot);
  return "text" in found ? undefined : found;
}

/** Throws 424 `ldap is not configured` when no directory is active. */
export function requireDirectory(service: Service): Directory {
  const found = findDirectory(service, service.snapshots.current);
  if ("text" in found) throw notConfigured(found);
  return found;
}

/** One record by its id, enabled or not; the active one without an id. */
export function requireRecord(service: Service, id: string | undefined): Directory {
  if (id === undefined) return requireDirectory(service);
  capability(service.runtime, "ldap");
  const record = service.snapshots.current.ldap_configs.get(id);
  if (!record) throw new AuthError("not_found", message("refusal.config"));
  if (!record.config) throw notConfigured(message("ldap.unreadable", { id }));
  const directory = directoryOf(service, id, record.config);
  if (directory.server.url === "") throw notConfigured(message("ldap.no_address", { id }));
  return directory;
}
