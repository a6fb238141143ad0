/** `postern serve`: service, session in front, server; stops without losing a request. */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { createRuntime, serve as listen, type RunningServer } from "../adapters/current.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { createParsedAuth } from "../auth.ts";
import type { Service } from "../call.ts";
import { registerCallback } from "../first-run/callback.ts";
import { completeFirstRun } from "../first-run/complete.ts";
import { sealFirstRun } from "../first-run.ts";
import { createStandalone } from "../standalone.ts";
import type { Config } from "./config.ts";
import { reserveFile } from "./first-run-file.ts";
import { firstRunText } from "./first-run-text.ts";
import { loginPath, openFrontDoor } from "./front-door.ts";
import { packageVersion } from "./version.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
type Signal = (typeof SIGNALS)[number];

/**
 * Resolves when the service answers; it then runs until a signal ends it. The port is taken first:
 * a start that cannot listen must not seal a database and lose the credentials.
 */
export async function serve(config: Config): Promise<void> {
  const { server: address, session, data_dir } = config;
  const { prefix_path: prefix } = config.auth;
  const runtime = await createRuntime({ data_dir, log: createLogger(config.log) });
  const { log } = runtime;
  const auth = createParsedAuth(config.auth, runtime);
  const door = session.enabled ? openFrontDoor(config, auth, runtime) : undefined;
  const standalone = createStandalone(auth, runtime, { prefix, door });
  const { cert_file, key_file, client_ca_files } = address.tls;
  let running: RunningServer | undefined;
  let shown: string | undefined;
  let storage: string;
  try {
    running = await listen(standalone.fetch, {
      host: address.host,
      port: address.port,
      log,
      ...(cert_file && { tls: { cert_file, key_file, client_ca_files } }),
    });
    await auth.ready;
    const service = await auth.service;
    shown = await firstRun(service, config, running.url);
    ({ storage } = (await auth.health()).detail);
    standalone.open();
  } catch (error) {
    await running?.stop(0);
    await auth.close();
    throw error;
  }
  const server = running;
  // A defect in one request must not end the others.
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", { error }));
  stopOnSignal(async (signal) => {
    standalone.drain();
    // A server at a terminal has no load balancer that must notice the stop.
    const delay = signal === "SIGTERM" ? address.drain_delay : 0;
    log.info("stopping", { signal, delay });
    if (delay > 0) await sleep(delay);
    await server.stop();
    await door?.login[Symbol.asyncDispose]();
    await door?.session[Symbol.asyncDispose]();
    await auth.close();
    log.info("stopped");
  });
  // Told last: what reads this line may send a signal at once.
  const { url } = server;
  log.info("listening", { url, version: packageVersion(), runtime: runtime.name, storage });
  if (shown) process.stdout.write(shown);
  if (!session.enabled) log.warn("session.enabled is false: X-User is believed as it comes");
}

/**
 * Seals an empty database. The credentials are printed on a terminal, as the returned text; any other
 * standard output might be stored, so they then go to a file (C-6).
 */
async function firstRun(
  service: Service,
  config: Config,
  url: string,
): Promise<string | undefined> {
  const { prefix_path: prefix } = config.auth;
  const place = { login_path: loginPath(config), code_path: config.login.path.code };
  const isNew = service.snapshots.current.principals.size === 0;
  const file =
    isNew && process.stdout.isTTY !== true
      ? await reserveFile(config.data_dir, service.runtime.log)
      : undefined;
  const sealed = await sealFirstRun(service, place);
  if (!sealed) {
    await file?.discard();
    await completeFirstRun(service, place);
    await registerCallback(service, place);
    return undefined;
  }
  if (!file) return firstRunText(sealed, url, prefix, "terminal");
  await file.fill(firstRunText(sealed, url, prefix, "file"));
  const { log } = service.runtime;
  log.warn("Postern is sealed; read the first credentials in this file, then delete it", {
    file: file.path,
  });
  return undefined;
}

/** The first signal stops in order, a second one at once. */
function stopOnSignal(stop: (signal: Signal) => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: Signal) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, () => onSignal(signal));
}
