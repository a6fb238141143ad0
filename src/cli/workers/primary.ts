/** `postern serve` with several workers: this process serves nothing, it looks after those that do. */
import { type AddressInfo, createServer } from "node:net";
import process from "node:process";
import { workerForker } from "../../adapters/current.ts";
import { createLogger } from "../../adapters/drivers/log.ts";
import { DRAIN_GRACE_MS, listenFault } from "../../adapters/serving.ts";
import type { Config } from "../config.ts";
import { Crew } from "./crew.ts";
import { mergeMetrics } from "./merge-metrics.ts";

/** What a worker may take to stop besides its delay and the running requests. */
const CLOSING_MS = 5_000;

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Takes the port and gives it back, before any worker starts: workers that share a port would join another service's
 * workers there without notice. Port 0 becomes a number. Throws `StartError` when the port cannot be had.
 */
function freePort({ host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => reject(listenFault(error, { host, port })));
    server.listen({ host, port, exclusive: true }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolve(bound));
    });
  });
}

/**
 * Resolves when the workers serve; they then run until a signal stops them. SIGHUP reloads.
 * The process ends as the first worker does when that one cannot start.
 */
export async function superviseWorkers(
  { server, log: logging }: Config,
  size: number,
  interactive: boolean,
): Promise<void> {
  const log = createLogger(logging);
  const { host } = server;
  const [fork, port] = await Promise.all([workerForker(), freePort(server)]);
  const crew = new Crew({
    size,
    patience: server.drain_delay + DRAIN_GRACE_MS + CLOSING_MS,
    fork: (number, first) => fork({ number, of: size, host, port, first }),
    log,
  });
  process.on("exit", () => crew.kill());
  const { metrics } = server;
  // Taken first, so that a port that is not free is said before anything is sealed.
  if (metrics.port > 0) {
    await (await import("../metrics-server.ts")).serveMetrics(
      metrics,
      async () => mergeMetrics(await crew.metrics()),
      log,
    );
  }
  let stopping = false;
  const stop = async (signal: "SIGTERM" | "SIGINT") => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info("stopping all workers", { signal });
    process.exit((await crew.stop(signal)) ? 0 : 1);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
  const ending = await crew.start();
  if (stopping) return;
  if (ending) process.exit(ending.code ?? 1);
  // A terminal that is closed sends it too, and means the end.
  if (!interactive) process.on("SIGHUP", () => void crew.reload());
  log.info("all workers are started", { workers: size });
}
