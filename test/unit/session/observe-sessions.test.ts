/** How many sessions a store holds, told to a real meter. */
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { expect, test } from "vitest";
import type { Runtime } from "../../../src/runtime.ts";
import { observeSessions } from "../../../src/session/observe-sessions.ts";
import { memorySessions } from "../../../src/sessions/memory.ts";
import { sealedSessions } from "../../../src/sessions/sealed.ts";
import { durationOf } from "../../../src/std/duration.ts";

class AskedReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

function setup() {
  const reader = new AskedReader();
  const meter = new MeterProvider({ readers: [reader] }).getMeter("test");
  let look: () => Promise<void> = async () => undefined;
  const warned: string[] = [];
  const runtime = {
    meter,
    every: (_interval: unknown, task: typeof look) => {
      look = task;
      return { [Symbol.dispose]: () => undefined };
    },
    log: { warn: (text: string) => void warned.push(text) },
  } as unknown as Pick<Runtime, "meter" | "every" | "log">;
  const told = async () => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ dataPoints }) => dataPoints.map(({ value, attributes }) => [value, attributes]));
  };
  return { runtime, warned, told, look: () => look() };
}

test("sessions are counted by store, also through the sealing", async () => {
  const { runtime, told, look } = setup();
  const store = memorySessions({ clock: { now: () => 1 } });
  const sealed = sealedSessions(store, [{} as never]);
  using _observed = observeSessions(runtime, "memory", sealed);
  await store.create("a", "value", durationOf(1_000));
  await store.create("b", "value", durationOf(1_000));
  await look();
  expect(await told()).toEqual([[2, { store: "memory" }]]);
  await store.remove("a");
  await look();
  expect(await told()).toEqual([[1, { store: "memory" }]]);
});

test("a store that cannot be asked is told to the log, and one that does not count has no number", async () => {
  const { runtime, warned, told, look } = setup();
  let away = false;
  const count = async () => {
    if (away) throw new Error("away");
    return 7;
  };
  const observed = observeSessions(runtime, "database", { count });
  await look();
  expect(await told()).toEqual([[7, { store: "database" }]]);
  away = true;
  await look();
  expect(warned).toEqual(["sessions could not be counted"]);
  observed?.[Symbol.dispose]();
  expect(observeSessions(runtime, "redis", {})).toBeUndefined();
});
