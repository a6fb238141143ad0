/** HTTP and HTTPS on Bun. */
import type { Serve } from "bun";
import { toResponse } from "../../web/reply.ts";
import { refuse, refuseMalformedRequest } from "../limits.ts";
import {
  closing,
  DRAIN_GRACE_MS,
  type Handler,
  LIMITS,
  listenFault,
  type RunningServer,
  type ServeOptions,
  settled,
  urlOf,
} from "../serving.ts";
import { readTlsFiles, refuseClientCa } from "../tls-files.ts";

/** Above our own limit of 1 MiB, so that the application answers 413 in its own words. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Starts to listen; throws `StartError` when it cannot. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  const { host, port, log } = options;
  refuseClientCa(options.tls, "Bun");
  const tls = options.tls && readTlsFiles(options.tls);
  let stopping: Promise<void> | undefined;
  const server = listen({
    hostname: host,
    port,
    idleTimeout: LIMITS.idleTimeout / 1_000,
    reusePort: options.shared === true, // said aloud, or a second server in this process would share the port
    maxRequestBodySize: MAX_BODY_BYTES,
    development: false,
    ...(tls ? { tls: { cert: tls.cert, key: tls.key } } : {}),
    async fetch(request, self) {
      const answer = refuseMalformedRequest(request) ?? (await handler(request, self));
      return toResponse(stopping ? closing(answer) : answer);
    },
    error(error) {
      log.error("a request failed outside of the application", { error });
      return refuse({ status: 500, message: "internal error" });
    },
  });

  function listen(settings: Serve.Options<undefined>) {
    try {
      return Bun.serve(settings);
    } catch (error) {
      throw listenFault(error, options);
    }
  }

  async function stop(graceMs: number): Promise<void> {
    if (!(await settled(server.stop(), graceMs))) await server.stop(true);
  }

  const bound = server.port ?? port;
  return {
    url: urlOf(host, bound, tls !== undefined),
    port: bound,
    stop: (graceMs = DRAIN_GRACE_MS) => (stopping ??= stop(graceMs)),
  };
}
