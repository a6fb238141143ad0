/** `postern serve`: service, session in front, server; stops without losing a request. */
import process from "node:process";
import {
  collectLess,
  createRuntime,
  serve as listen,
  type RunningServer,
} from "../adapters/current.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { packageVersion } from "../adapters/drivers/package-version.ts";
import { closing, type DirectHandler, type Handler, urlOf } from "../adapters/serving.ts";
import type { WorkerLink } from "../adapters/workers.ts";
import { createParsedAuth } from "../auth.ts";
import { byItself, type Writer } from "../call.ts";
import { registerCallback } from "../first-run/callback.ts";
import { completeFirstRun } from "../first-run/complete.ts";
import { sealAndTell } from "../first-run/hand-over.ts";
import { followConfigured } from "../records/follow-address.ts";
import type { Runtime } from "../runtime.ts";
import { loginPath, openGateway } from "../server/gateway.ts";
import { createStandalone } from "../server/standalone.ts";
import { pause } from "../std/deadline.ts";
import { proceed } from "../std/ready.ts";
import type { Config } from "./config.ts";
import { firstRunText } from "./first-run-text.ts";
import { type Stop, stopOnSignal } from "./stop-on-signal.ts";
import { openTelemetry } from "./telemetry.ts";
import { joinCrew } from "./workers/join-crew.ts";
import { refuseUnshared, unsharedCodes, unsharedParts } from "./workers/unshared-parts.ts";

/**
 * Resolves when the service answers; it then runs until a signal ends it. The port is taken first:
 * a start that cannot listen must not seal a database and lose the credentials.
 * @param link of a worker; others of the crew may serve on the port already, so it is taken last
 */
export async function serve(config: Config, link?: WorkerLink): Promise<void> {
  const { session, data_dir } = config;
  // A reload may read another number of workers, with which the rest would be right.
  if (link) refuseUnshared(unsharedParts(config));
  const { prefix_path: prefix } = config.auth;
  const address = { ...config.server, ...link?.seat };
  const fields = link && { fields: { worker: link.seat.number } };
  let traces: Runtime["traces"];
  // A line of the log names the trace that it belongs to.
  const log = createLogger({ ...config.log, ...fields, also: () => traces?.ids() });
  const telemetry = await openTelemetry(config, log, link?.seat.number);
  const { metrics } = telemetry;
  const runtime = await createRuntime({
    ...{ data_dir, log, collectLess: await collectLess() },
    ...telemetry.options,
  });
  traces = runtime.traces;
  // The first start of the embedded database takes seconds, in which a terminal would be silent.
  if (!link) log.info("starting", { version: packageVersion(), runtime: runtime.name });
  const auth = createParsedAuth(config.auth, runtime);
  const gateway = session.enabled ? openGateway(config, auth, runtime) : undefined;
  const member = link && joinCrew(link, auth, metrics);
  const standalone = createStandalone(auth, runtime, {
    prefix,
    gateway,
    crew: member?.crew,
    proxies: config.server.trusted_proxies,
    // One worker alone would show a part, and each time another one.
    metrics: link || !config.server.metrics.enabled ? undefined : metrics,
  });
  let isRetiring = false;
  const answer: Handler = (request, env) => {
    const answered = standalone.answer(request, env);
    return isRetiring ? proceed(answered, closing) : answered;
  };
  const direct: DirectHandler = (head) => (isRetiring ? undefined : standalone.direct(head));
  const { tls } = address;
  const open = () =>
    listen(answer, {
      host: address.host,
      port: address.port,
      shared: link !== undefined,
      log,
      direct,
      ...(tls.cert_file && { tls }),
    });
  let running: RunningServer | undefined;
  let metricsServer: RunningServer | undefined;
  let show: (() => Promise<void>) | undefined;
  let storage: string;
  try {
    if (!link || link.seat.first) running = await open();
    if (!link && metrics && config.server.metrics.port > 0) {
      const { serveMetrics } = await import("./metrics-server.ts");
      metricsServer = await serveMetrics(config.server.metrics, metrics.text, log);
    }
    await auth.ready;
    const service = await auth.service;
    if (link?.seat.first) refuseUnshared(unsharedCodes(service));
    const origin = running?.url ?? urlOf(address.host, address.port, tls.cert_file !== "");
    show = await firstRun(byItself(service), config, origin);
    ({ storage } = (await auth.health()).detail);
    standalone.open();
    running ??= await open();
  } catch (error) {
    await Promise.all([running?.stop(0), metricsServer?.stop(0)]);
    await telemetry.close();
    await auth.close();
    throw error;
  }
  const server = running;
  // A defect in one request must not end the others.
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", { error }));
  const stop: Stop = async (reason) => {
    // Connections move over with their next answer: a proxy that kept one could send a request as it is closed.
    isRetiring = true;
    // Others of the crew go on: the service stays ready.
    if (reason !== "retire") standalone.drain();
    // A server at a terminal has no load balancer that must notice the stop.
    const delay = reason === "SIGINT" ? 0 : address.drain_delay;
    log.info("stopping", { signal: reason, delay });
    if (delay > 0) await pause(delay);
    await server.stop();
    await gateway?.login[Symbol.asyncDispose]();
    await gateway?.session[Symbol.asyncDispose]();
    await auth.close();
    // Last, so that the end is seen as well.
    await metricsServer?.stop(0);
    await telemetry.close();
    log.info("stopped");
  };
  if (member) member.stopOnOrder(stop);
  else stopOnSignal(stop);
  // Told last: what reads this line may send a signal at once.
  const { url } = server;
  log.info("listening", { url, version: packageVersion(), runtime: runtime.name, storage });
  await show?.();
  if (!session.enabled) log.warn("session.enabled is false: X-User is believed as it comes");
  link?.ready();
}

/** A passkey needs a name, which an address is not (decision E-14); browsers and curl try each address of `localhost`. */
const forPeople = (origin: string): string =>
  origin.replace(/\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, "//localhost");

/** Seals an empty database, or repairs what a former version sealed. Returns what a terminal shows. */
async function firstRun(
  writer: Writer,
  config: Config,
  origin: string,
): Promise<(() => Promise<void>) | undefined> {
  const { prefix_path: prefix, first_run } = config.auth;
  const place = { login_path: loginPath(config), code_path: config.login.path.code };
  const told = { origin: forPeople(origin), prefix, pages: config.session.enabled };
  if (first_run.mode === "sealed") {
    const { sealed, show } = await sealAndTell(
      writer,
      place,
      (first, reader) => firstRunText(first, told, reader),
      { demo: first_run.seed === "" },
    );
    if (sealed) return show;
  }
  await completeFirstRun(writer, place);
  await registerCallback(writer, place);
  await followConfigured(writer);
  return undefined;
}
