/**
 * HTTP and HTTPS on Deno. `Deno.serve` takes no timeout for headers and no limit on connections (N-2), so
 * docs/deployment.md asks for a proxy in front.
 */
/// <reference types="deno" />
import { proceed } from "../../std/ready.ts";
import { toResponse } from "../../web/reply.ts";
import { refuse, refuseMalformedRequest } from "../limits.ts";
import {
  DRAIN_GRACE_MS,
  type Handler,
  listenFault,
  type RunningServer,
  type ServeOptions,
  settled,
  urlOf,
} from "../serving.ts";
import { readTlsFiles, refuseClientCa } from "../tls-files.ts";

/** Starts to listen; throws `StartError` when it cannot. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  const { host, port, log } = options;
  refuseClientCa(options.tls, "Deno");
  const tls = options.tls && readTlsFiles(options.tls);
  const server = listen();
  const bound = server.addr.port;

  function listen(): Deno.HttpServer<Deno.NetAddr> {
    try {
      return Deno.serve(
        {
          hostname: host,
          port,
          reusePort: options.shared === true,
          onListen() {},
          onError(error) {
            log.error("a request failed outside of the application", { error });
            return refuse({ status: 500, message: "internal error" });
          },
          ...(tls ? { cert: tls.cert, key: tls.key } : {}),
        },
        (request, info) =>
          refuseMalformedRequest(request) ??
          proceed(handler(request, info), (answered) => toResponse(answered)),
      );
    } catch (error) {
      throw listenFault(error, options);
    }
  }

  /** Deno cannot cut what still runs after the grace; it ends with the process. */
  async function stop(graceMs: number): Promise<void> {
    if (!(await settled(server.shutdown(), graceMs)))
      log.warn("requests were still running at the end of the grace period");
  }

  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(host, bound, tls !== undefined),
    port: bound,
    stop: (graceMs = DRAIN_GRACE_MS) => (stopping ??= stop(graceMs)),
  };
}
