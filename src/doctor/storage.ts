/** Database, clocks, changes of other instances, and what cannot be read (R-2, R-3, R-13, C-3). */
import { type Call, now } from "../call.ts";
import { readDatabaseTime } from "../store/database-time.ts";
import { type Check, type Problem, warned } from "./finding.ts";

/** Milliseconds; tokens of another instance are refused when its clock is farther away. */
const MAX_CLOCK_DISTANCE_MS = 5_000;

const database: Check = {
  id: "database",
  title: "Database and clock",
  fine: "The database answers, and its clock and ours agree.",
  repair: { setting: "database.dsn" },
  examine: async (call): Promise<Problem | undefined> => {
    let time: number;
    try {
      time = await readDatabaseTime(call.service.store.db);
    } catch {
      return {
        severity: "danger",
        text: "The database does not answer: what is in memory is served, and nothing can be changed.",
      };
    }
    const seconds = Math.round((time - now(call)) / 1_000);
    if (Math.abs(seconds) * 1_000 < MAX_CLOCK_DISTANCE_MS) return undefined;
    return {
      severity: "warning",
      text:
        seconds > 0
          ? `The clock of the database is ${seconds} s ahead of that of this instance.`
          : `The clock of the database is ${-seconds} s behind that of this instance.`,
      repair: { command: "timedatectl status" },
    };
  },
};

const following: Check = {
  id: "notifications",
  title: "Changes of other instances",
  fine: "They are heard as they happen.",
  repair: { tab: "cache", setting: "cache.disable_notification_listener" },
  examine: ({ service }): Problem | undefined => {
    // The embedded database has this process alone.
    if (service.store.driver.storage === "pglite") return undefined;
    const { listener, missed_notifications: missed } = service.following();
    if (listener === "lost") {
      const text = "The connection that listens is lost: changes are found by polling alone.";
      return { severity: "warning", text };
    }
    if (listener === "off") {
      const text = "Nothing listens: changes of other instances are found by polling alone.";
      return { severity: "hint", text };
    }
    if (missed === 0) return undefined;
    return {
      severity: "warning",
      text: `Polling found ${missed} changes that no notification told of: something between this instance and the database drops them, such as a pooler.`,
    };
  },
};

const codes: Check = {
  id: "code_store",
  title: "One-time codes",
  fine: "Every instance that shares the database knows them.",
  repair: { tab: "cache", setting: "cache.code_store.active" },
  examine: ({ snapshot, service: { options, store } }): Problem | undefined => {
    const { active } = options.cache.code_store ?? snapshot.settings.cache.code_store;
    if (active !== "memory" || store.driver.storage === "pglite") return undefined;
    return {
      severity: "warning",
      text: "Codes are kept in the memory of one instance, and the database can have several: a sign-in that changes the instance fails.",
    };
  },
};

/** Page of the console where a record of this table is. */
const TABS: Readonly<Record<string, string>> = {
  auth_users: "users",
  auth_oauth_clients: "clients",
  auth_oauth_providers: "providers",
  auth_ldap_configs: "ldap",
  auth_saml_providers: "saml",
  auth_settings: "admin",
};

const unreadable: Check = {
  id: "unreadable",
  title: "Stored records",
  fine: "All that were read could be decrypted.",
  repair: { command: "postern recover" },
  examine: ({ service }: Call) => {
    const rows = service.snapshots.unreadable;
    const [first] = rows;
    const problem = warned(
      "danger",
      "Records cannot be read: restore them from a backup, or delete them and make them again.",
      rows.map(({ table, id, reason }) => `${table} ${id}: ${reason}`),
    );
    const tab = first && TABS[first.table];
    return problem && tab ? { ...problem, repair: { tab } } : problem;
  },
};

export const storageChecks: readonly Check[] = [database, following, codes, unreadable];
