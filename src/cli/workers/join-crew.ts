/** A worker's place among the others: orders come from the primary, signals do not count. */
import process from "node:process";
import type { Metrics } from "../../adapters/drivers/metrics.ts";
import type { WorkerLink } from "../../adapters/workers.ts";
import type { AuthInternals } from "../../auth.ts";
import type { CrewHealth } from "../../server/health.ts";
import { endAfter, type Stop } from "../stop-on-signal.ts";
import { unsharedCodes } from "./unshared-parts.ts";

interface Member {
  /** For the detail of `/readyz`. */
  readonly crew: CrewHealth;
  /** Once; until then an order to stop ends the process. */
  stopOnOrder(stop: Stop): void;
}

/** A terminal and a service manager send them to every process, but the primary decides. */
const FROM_PRIMARY = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** @param metrics those of this worker; absent where nothing is measured */
export function joinCrew(
  { seat, onOrder, tellMetrics }: WorkerLink,
  auth: AuthInternals,
  metrics?: Metrics,
): Member {
  let ready = 0;
  let stopping = false;
  let stop: Stop | undefined;
  for (const signal of FROM_PRIMARY) process.on(signal, () => undefined);
  onOrder((order) => {
    if (order.order === "count") {
      ready = order.ready;
      return;
    }
    if (order.order === "metrics") {
      const { question } = order;
      // Those of the others are shown all the same.
      void (metrics?.text() ?? Promise.resolve("")).then(
        (text) => tellMetrics(question, text),
        () => tellMetrics(question, ""),
      );
      return;
    }
    if (!stop) process.exit(1);
    if (stopping) return;
    stopping = true;
    endAfter(stop(order.order === "retire" ? "retire" : order.signal));
  });
  return {
    crew: async () => ({
      detail: { worker: seat.number, workers: seat.of, workers_ready: ready },
      warnings: [unsharedCodes(await auth.service) ?? []].flat(),
    }),
    stopOnOrder: (chosen) => {
      stop = chosen;
    },
  };
}
