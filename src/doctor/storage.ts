/** Database, clocks, changes of other instances, and what cannot be read (R-2, R-3, R-13, C-3). */

import { type Call, now } from "../call.ts";
import { message, messageAt, plain } from "../messages/message.ts";
import { isReadOnly } from "../store/availability.ts";
import { readDatabaseTime } from "../store/database-time.ts";
import { isDiskFull } from "../store/full-disk.ts";
import { takesNoWrites } from "../store/read-only.ts";
import { type Check, type Problem, warned } from "./finding.ts";

/** Milliseconds; tokens of another instance are refused when its clock is farther away. */
const MAX_CLOCK_DISTANCE_MS = 5_000;

const READ_ONLY = message("doctor.database.read_only");

const database: Check = {
  id: "database",
  repair: { setting: "database.dsn" },
  examine: async (call): Promise<Problem | undefined> => {
    const { db } = call.service.store;
    let time: number;
    try {
      time = await readDatabaseTime(db);
      if (await takesNoWrites(db)) return { severity: "danger", message: READ_ONLY };
    } catch (error) {
      const said = isReadOnly(error) ? READ_ONLY : message("doctor.database.unreachable");
      return { severity: "danger", message: said };
    }
    if (isDiskFull(call.service.store)) {
      return {
        severity: "danger",
        message: message("doctor.database.full"),
        repair: { command: "df -h" },
      };
    }
    const seconds = Math.round((time - now(call)) / 1_000);
    if (Math.abs(seconds) * 1_000 < MAX_CLOCK_DISTANCE_MS) return undefined;
    return {
      severity: "warning",
      message:
        seconds > 0
          ? message("doctor.database.ahead", { seconds })
          : message("doctor.database.behind", { seconds: -seconds }),
      repair: { command: "timedatectl status" },
    };
  },
};

const following: Check = {
  id: "notifications",
  repair: { tab: "cache", setting: "cache.disable_notification_listener" },
  examine: ({ service }): Problem | undefined => {
    // The embedded database has this process alone.
    if (service.store.driver.storage === "pglite") return undefined;
    const { listener, missed_notifications: missed } = service.following();
    if (listener === "lost") {
      return { severity: "warning", message: message("doctor.notifications.lost") };
    }
    if (listener === "off") {
      return { severity: "hint", message: message("doctor.notifications.off") };
    }
    if (missed === 0) return undefined;
    return {
      severity: "warning",
      message: message("doctor.notifications.missed", { count: missed }),
    };
  },
};

const codes: Check = {
  id: "code_store",
  repair: { tab: "cache", setting: "cache.code_store.active" },
  examine: ({ snapshot, service: { options, store } }): Problem | undefined => {
    const { active } = options.cache.code_store ?? snapshot.settings.cache.code_store;
    if (active !== "memory" || store.driver.storage === "pglite") return undefined;
    return {
      severity: "warning",
      message: message("doctor.code_store.memory"),
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
  auth_webhooks: "webhooks",
  auth_settings: "admin",
};

const unreadable: Check = {
  id: "unreadable",
  repair: { command: "postern recover" },
  examine: ({ service }: Call) => {
    const rows = service.snapshots.unreadable;
    const [first] = rows;
    const problem = warned(
      "danger",
      message("doctor.unreadable.records"),
      rows.flatMap(({ table, id, reason, messages, sealed }) =>
        sealed
          ? [message("unreadable.sealed", { table, id })]
          : (messages ?? [plain(reason)]).map((one) => messageAt(`${table} ${id}`, one)),
      ),
    );
    const tab = first && TABS[first.table];
    return problem && tab ? { ...problem, repair: { tab } } : problem;
  },
};

export const storageChecks: readonly Check[] = [database, following, codes, unreadable];
