/** `postern serve`: service, session in front, server; stops without losing a request. */
import process from "node:process";
import { createRuntime, serve as listen } from "../adapters/current.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { createParsedAuth } from "../auth.ts";
import { sealFirstRun } from "../first-run.ts";
import { createStandalone } from "../standalone.ts";
import type { Config } from "./config.ts";
import { firstRunText } from "./first-run-text.ts";
import { packageVersion } from "./version.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Resolves when the server listens; it then runs until a signal ends it. */
export async function serve(config: Config): Promise<void> {
  const { server: address, log: logging, data_dir } = config;
  const runtime = await createRuntime({ data_dir, log: createLogger(logging) });
  const auth = createParsedAuth(config.auth, runtime);
  try {
    await auth.ready;
    const sealed = await sealFirstRun(await auth.service);
    const prefix = config.auth.prefix_path;
    const standalone = createStandalone(auth, runtime, {
      prefix,
      session: config.session.enabled,
    });
    if (!config.session.enabled) {
      runtime.log.warn("session.enabled is false: the header X-User is believed as it comes");
    }
    const { cert_file, key_file, client_ca_files } = address.tls;
    const running = await listen(standalone.fetch, {
      host: address.host,
      port: address.port,
      log: runtime.log,
      ...(cert_file && { tls: { cert_file, key_file, client_ca_files } }),
    });
    runtime.log.info("listening", {
      url: running.url,
      version: packageVersion(),
      runtime: runtime.name,
      storage: (await auth.health()).detail.storage,
    });
    if (sealed) process.stdout.write(firstRunText(sealed, running.url, prefix));
    stopOnSignal(async () => {
      standalone.drain();
      await running.stop();
      await auth.close();
      runtime.log.info("stopped");
    });
  } catch (error) {
    await auth.close();
    throw error;
  }
  // A defect in one request must not end the others.
  process.on("unhandledRejection", (error) => {
    runtime.log.error("unhandled rejection", { error });
  });
}

/** The first signal stops in order, a second one at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}
