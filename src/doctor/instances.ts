/** The processes that serve this database. */

import type { Call } from "../call.ts";
import { type Instance, readFleet } from "../instances/fleet.ts";
import { message, plain } from "../messages/message.ts";
import { type Check, type Problem, warned } from "./finding.ts";

const nameOf = ({ host, process, id }: Instance): string =>
  [host ?? id, process].filter((part) => part !== undefined).join(" · ");

const instances: Check = {
  id: "instances",
  repair: { command: "GET /v1/load" },
  async examine(call: Call): Promise<Problem | undefined> {
    const { instances } = await readFleet(call);
    const silent = instances.filter(({ state }) => state === "silent");
    if (silent.length > 0) {
      return warned(
        "warning",
        message("doctor.instances.silent"),
        silent.map((one) => plain(`${nameOf(one)}: ${one.seen}`)),
      );
    }
    const running = instances.filter(({ state }) => state === "running");
    if (new Set(running.map(({ version }) => version)).size < 2) return undefined;
    return warned(
      "hint",
      message("doctor.instances.versions"),
      running.map((one) => plain(`${nameOf(one)}: ${one.version ?? "?"}`)),
    );
  },
};

export const instanceChecks: readonly Check[] = [instances];
