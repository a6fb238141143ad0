/** Which directory is in force (auth-wire 4.3): the first enabled record by id; one at a time. */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { capability } from "../runtime/capability.ts";
import type { LdapServer } from "../runtime/ldap.ts";
import type { ConfigRecords } from "../settings/records/config-records.ts";

export type LdapConfig = ConfigRecords["ldap_configs"];

export interface Directory {
  readonly id: string;
  readonly config: LdapConfig;
  readonly server: LdapServer;
}

/** `ldap is not configured`, with the reason for administrators. */
const notConfigured = (detail: string) =>
  new AuthError("failed_dependency", "ldap is not configured", { detail });

/** The directory of a record, with the address of this instance where its configuration has one. */
function directoryOf({ options }: Service, id: string, config: LdapConfig): Directory {
  const url = options.ldap.addr || config.addr;
  return { id, config, server: { url, startTls: config.start_tls, ca: config.ca } };
}

/** The directory in force, or the reason why there is none. */
function findDirectory(service: Service): Directory | string {
  if (!service.runtime.ldap) return "LDAP is not available on this runtime";
  const { ldap_configs: records } = service.snapshots.current;
  if (records.size === 0) return "there is no LDAP record";
  let reason = "no LDAP record is enabled";
  for (const record of records.values()) {
    if (!record.enabled) continue;
    // Another directory must not take the place of one that cannot be read: it has other people (P-1).
    if (!record.config) return `LDAP record "${record.id}" cannot be read`;
    const directory = directoryOf(service, record.id, record.config);
    if (directory.server.url !== "") return directory;
    reason = "no enabled LDAP record has an address";
  }
  return reason;
}

/** Undefined when no directory is active. */
export function activeDirectory(service: Service): Directory | undefined {
  const found = findDirectory(service);
  return typeof found === "string" ? undefined : found;
}

/** Throws 424 `ldap is not configured` when no directory is active. */
export function requireDirectory(service: Service): Directory {
  const found = findDirectory(service);
  if (typeof found === "string") throw notConfigured(found);
  return found;
}

/** One record by its id, enabled or not; the active one without an id. */
export function requireRecord(service: Service, id: string | undefined): Directory {
  if (id === undefined) return requireDirectory(service);
  capability(service.runtime, "ldap");
  const record = service.snapshots.current.ldap_configs.get(id);
  if (!record) throw new AuthError("not_found", "config not found");
  if (!record.config) throw notConfigured(`LDAP record "${id}" cannot be read`);
  const directory = directoryOf(service, id, record.config);
  if (directory.server.url === "") throw notConfigured(`LDAP record "${id}" has no address`);
  return directory;
}
