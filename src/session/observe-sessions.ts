/** How many sessions a store holds, for a meter: counted once a minute, since counting may ask a database. */
import type { Runtime } from "../runtime.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { durationOf } from "../std/duration.ts";

const INTERVAL = durationOf(60_000);

/**
 * Undefined where there is no meter, or no count. With a store that processes share each of them tells the same number.
 * @param name of the store, as options have it
 */
export function observeSessions(
  { meter, every, log }: Pick<Runtime, "meter" | "every" | "log">,
  name: string,
  store: Pick<SessionStore, "count">,
): Disposable | undefined {
  const { count } = store;
  if (!meter || !count || !every) return undefined;
  let last: number | undefined;
  async function look(): Promise<void> {
    last = await count?.().catch((error: unknown) => {
      log.warn("sessions could not be counted", { store: name, error });
      return last;
    });
  }
  const gauge = meter.createObservableGauge("postern.sessions", {
    description: "Sessions by store; several processes that share one tell the same number.",
    unit: "{session}",
  });
  const callback: Parameters<typeof gauge.addCallback>[0] = (observed) => {
    if (last !== undefined) observed.observe(last, { store: name });
  };
  gauge.addCallback(callback);
  const loop = every(() => INTERVAL, look);
  void look();
  return {
    [Symbol.dispose]() {
      loop[Symbol.dispose]();
      gauge.removeCallback(callback);
    },
  };
}
