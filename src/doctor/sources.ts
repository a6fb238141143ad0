/** Where people come from: directory and providers elsewhere (D-2, U-3). */
import { type Call, now } from "../call.ts";
import { activeDirectory } from "../directory/active.ts";
import { readDirectoryHealth } from "../directory/health.ts";
import { standingConflicts } from "../iam/people/conflicts.ts";
import { warningsByKind } from "../records/warnings.ts";
import { isUnprotected } from "../settings/records/ldap-config.ts";
import { type Check, type Problem, warned } from "./finding.ts";

/** A sync that is this many periods late does not come by itself any more. */
const PERIODS = 3;

async function examineDirectory(call: Call): Promise<Problem | undefined> {
  const { service, snapshot } = call;
  const directory = activeDirectory(service);
  const health = await readDirectoryHealth(service);
  const risks = warningsByKind(snapshot).directories;
  if (!directory || !health) {
    return warned("warning", "A directory that is not in use has risky settings.", risks);
  }
  const { config, server } = directory;
  if (isUnprotected({ ...config, addr: server.url })) {
    const text = `"${directory.id}" cannot be used: its people cannot sign in.`;
    return warned("danger", text, risks);
  }
  const { last_failure: failure, last_sync: last } = health;
  if (failure) {
    return warned("danger", `The last sync with "${directory.id}" failed.`, [
      `${failure.at}: ${failure.reason}`,
      ...risks,
    ]);
  }
  const { ambiguous = [], leavers_held = 0 } = health;
  if (leavers_held > 0) {
    return {
      severity: "danger",
      text: `${leavers_held} users left "${directory.id}" at once and can still use what they have. Look whether that is so, then sync with {"leavers": true}.`,
    };
  }
  if (ambiguous.length > 0) {
    const text = `Groups of "${directory.id}" have the same name and give nothing. Map the DN of the one that is meant.`;
    return warned("warning", text, [...ambiguous, ...risks]);
  }
  const { disable_sync, sync_duration } = config;
  const syncs = !disable_sync && !service.options.ldap.disable_sync;
  if (syncs && last === undefined) {
    return { severity: "hint", text: `There was no sync with "${directory.id}" yet.` };
  }
  const age = last === undefined ? 0 : now(call) - Date.parse(last);
  if (syncs && age > PERIODS * sync_duration) {
    return { severity: "warning", text: `The last sync with "${directory.id}" was at ${last}.` };
  }
  return warned("warning", `The directory "${directory.id}" has risky settings.`, risks);
}

const directory: Check = {
  id: "directory",
  title: "Directory",
  fine: "No directory is in use, or its last sync went well.",
  repair: { tab: "ldap", command: "POST /v1/ldap/sync" },
  examine: examineDirectory,
};

const upstreams: Check = {
  id: "providers",
  title: "Providers elsewhere",
  fine: "None can make its people someone else here.",
  repair: { tab: "providers" },
  examine: ({ snapshot }) =>
    warned(
      "warning",
      "A provider elsewhere is trusted with more than necessary, or cannot work.",
      warningsByKind(snapshot).upstreams,
    ),
};

const people: Check = {
  id: "people",
  title: "People who wait for a decision",
  fine: "No one was refused because their name belongs to another account.",
  repair: { tab: "users", command: "GET /v1/identity-conflicts" },
  async examine({ service }) {
    const waiting = await standingConflicts(service);
    return warned(
      "warning",
      "People of a directory or provider are refused, because their name belongs to another account, until you decide.",
      waiting.map(({ provider, name, label, reason }) =>
        [name, provider, label, reason].join(" · "),
      ),
    );
  },
};

export const sourceChecks: readonly Check[] = [directory, upstreams, people];
