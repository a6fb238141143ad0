/**
 * Each instance tells that it is there: at once, every 30 seconds, and when it ends. What it tells is for administrators;
 * the database decides by it alone whether an older version has to hear of sessions too (ADR 0062). The embedded database has one process, and nothing
 * is written there.
 */
import type { Service } from "../call.ts";
import { withDeadline } from "../std/deadline.ts";
import { durationOf } from "../std/duration.ts";
import { forgetInstances, writeInstance } from "../store/instance-rows.ts";
import { ownFacts } from "./instance.ts";

const BEAT = durationOf(30_000);
const HOURLY = durationOf(3_600_000);

/** Milliseconds that a stop waits for its last word. */
const PARTING_MS = 2_000;

/** Milliseconds without a word after which an instance counts as silent: three beats. */
export const SILENT_AFTER_MS = 90_000;

/** Milliseconds for which an instance is remembered that stopped or fell silent; its load belongs to that hour. */
export const REMEMBERED_MS = 3_600_000;

/** Tells until it is disposed of. At the edge, where no loops are, an instance is not listed. */
export function startPresence(service: Service): AsyncDisposable | undefined {
  const { store, runtime, load, instance: id } = service;
  const { every, log, clock } = runtime;
  if (!every || store.driver.storage === "pglite") return undefined;
  let lost = false;

  /** A lost database is reported elsewhere: one line for each time that this list misses something. */
  async function tell(stopped: boolean): Promise<void> {
    try {
      const row = { id, stopped, facts: ownFacts(service), load: load.written(clock.now()) };
      await writeInstance(store, row);
      lost = false;
    } catch (error) {
      if (!lost) log.warn("this instance could not be noted in the list of instances", { error });
      lost = true;
    }
  }

  void tell(false);
  const beats = every(
    () => BEAT,
    () => tell(false),
  );
  const cleaning = every(
    () => HOURLY,
    () => forgetInstances(store, REMEMBERED_MS),
  );
  return {
    async [Symbol.asyncDispose]() {
      beats[Symbol.dispose]();
      cleaning[Symbol.dispose]();
      // A database that does not answer holds no stop up; the instance is silent then.
      await withDeadline(tell(true), PARTING_MS, () => undefined);
    },
  };
}
