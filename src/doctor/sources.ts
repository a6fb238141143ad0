/** Where people come from: directory and providers elsewhere (D-2, U-3). */

import { type Call, now } from "../call.ts";
import { activeDirectory } from "../directory/active.ts";
import { readDirectoryHealth } from "../directory/health.ts";
import { standingConflicts } from "../iam/people/conflicts.ts";
import { message, messageAt, plain } from "../messages/message.ts";
import { warningsOf } from "../records/warnings.ts";
import { isUnprotected } from "../settings/records/ldap-config.ts";
import { type Check, type Problem, warned } from "./finding.ts";

/** A sync that is this many periods late does not come by itself any more. */
const LATE_PERIODS = 3;

/** What is wrong in the record itself: no sync puts it right. */
const inRecord = (problem: Problem | undefined, record?: string): Problem | undefined =>
  problem && { ...problem, repair: { tab: "ldap", ...(record !== undefined && { record }) } };

async function examineDirectory(call: Call): Promise<Problem | undefined> {
  const { service } = call;
  const directory = activeDirectory(service);
  const health = await readDirectoryHealth(service);
  const risks = warningsOf(call, "directories");
  if (!directory || !health)
    return inRecord(warned("warning", message("doctor.directory.unused"), risks));
  const { id, config, server } = directory;
  if (isUnprotected({ ...config, addr: server.url }))
    return inRecord(warned("danger", message("doctor.directory.unprotected", { id }), risks), id);
  const { last_failure: failure, last_sync: last } = health;
  if (failure) {
    return warned("danger", message("doctor.directory.failed", { id }), [
      messageAt(failure.at, failure.message ?? plain(failure.reason)),
      ...risks,
    ]);
  }
  const { ambiguous = [], leavers_held = 0 } = health;
  if (leavers_held > 0) {
    return {
      severity: "danger",
      message: message("doctor.directory.leavers", {
        ...{ count: leavers_held, id },
        body: '{"leavers": true}',
      }),
    };
  }
  if (ambiguous.length > 0) {
    const lines = [...ambiguous.map(plain), ...risks];
    return warned("warning", message("doctor.directory.ambiguous", { id }), lines);
  }
  const { disable_sync, sync_duration } = config;
  const syncs = !disable_sync && !service.options.ldap.disable_sync;
  if (syncs && last === undefined) {
    return { severity: "hint", message: message("doctor.directory.unsynced", { id }) };
  }
  const age = last === undefined ? 0 : now(call) - Date.parse(last);
  if (syncs && age > LATE_PERIODS * sync_duration) {
    return {
      severity: "warning",
      message: message("doctor.directory.late", { id, at: `${last}` }),
    };
  }
  return inRecord(warned("warning", message("doctor.directory.risky", { id }), risks), id);
}

const directory: Check = {
  id: "directory",
  repair: { tab: "ldap", command: "POST /v1/ldap/sync" },
  examine: examineDirectory,
};

const upstreams: Check = {
  id: "providers",
  repair: { tab: "providers" },
  examine: (call) =>
    warned(
      "warning",
      message("doctor.providers.risky"),
      warningsOf(call, "oauth_providers", "saml_providers"),
    ),
};

const people: Check = {
  id: "people",
  repair: { tab: "users", command: "GET /v1/identity-conflicts" },
  async examine({ service }) {
    const waiting = await standingConflicts(service);
    return warned(
      "warning",
      message("doctor.people.waiting"),
      waiting.map(({ provider, name, label, reason }) =>
        message(`doctor.people.${reason}`, { name, provider, label }),
      ),
    );
  },
};

export const sourceChecks: readonly Check[] = [directory, upstreams, people];
