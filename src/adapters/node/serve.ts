/** HTTP and HTTPS on Node, within the limits of N-1 and N-2, with a stop that loses nothing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "../../runtime.ts";
import type { Reply } from "../../web/reply.ts";
import { refuse, refuseOversized } from "../limits.ts";
import {
  GRACE,
  type Handler,
  LIMITS,
  listenFault,
  type RequestHead,
  type RunningServer,
  type ServeOptions,
  urlOf,
} from "../serving.ts";
import { readTlsFiles, type TlsFiles } from "../tls-files.ts";
import { answerClientError } from "./client-error.ts";
import { drainable } from "./drain.ts";

/** Starts to listen; throws `StartError` when it cannot. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  const { host, port, log } = options;
  const tls = options.tls && readTlsFiles(options.tls);
  const server = createHttpServer(tls);
  const drain = drainable(server, tls !== undefined);
  const listener = getRequestListener(handler as Parameters<typeof getRequestListener>[0], {
    hostname: host,
    errorHandler: (error) => answerFailure(error, log),
  });
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const refusal = refuseOversized(incoming.url ?? "", incoming.rawHeaders);
    if (!refusal) {
      const reply = options.direct?.(headOf(incoming));
      return reply ? answerDirectly(outgoing, reply) : void listener(incoming, outgoing);
    }
    outgoing.writeHead(refusal.status, { "content-type": "application/json", connection: "close" });
    outgoing.end(JSON.stringify({ message: refusal.message }));
  });
  server.on("clientError", answerClientError);
  await listen(server, options);
  server.on("error", (error) => log.error("the server failed", { error }));
  const bound = (server.address() as AddressInfo).port;
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(host, bound, tls !== undefined),
    port: bound,
    stop: (graceMs = GRACE) => (stopping ??= drain.stop(graceMs)),
  };

  function listen(on: Server, at: ServeOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(listenFault(error, at));
      on.once("error", fail);
      on.listen(port, host, () => {
        on.off("error", fail);
        resolve();
      });
    });
  }
}

function headOf({ method = "", url = "", headers, socket }: IncomingMessage): RequestHead {
  return {
    method,
    target: url,
    host: headers.host ?? "",
    tls: (socket as Partial<TLSSocket>).encrypted === true,
    forwarded:
      "x-forwarded-host" in headers ||
      "x-forwarded-proto" in headers ||
      "x-forwarded-for" in headers,
  };
}

function answerDirectly(outgoing: ServerResponse, { status, headers, text }: Reply): void {
  outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(text) });
  outgoing.end(text);
}

function createHttpServer(tls: TlsFiles | undefined): Server {
  const limits = {
    // Node counts the URL as a header; each has its own limit in `refuseOversized`.
    maxHeaderSize: LIMITS.url + LIMITS.headers,
    headersTimeout: LIMITS.headersTimeout,
    requestTimeout: LIMITS.requestTimeout,
    keepAliveTimeout: LIMITS.idleTimeout,
    connectionsCheckingInterval: 2_000,
  };
  if (!tls) return createServer(limits);
  const mutual = tls.clientCa.length > 0;
  const server = createSecureServer({
    ...limits,
    cert: tls.cert,
    key: tls.key,
    minVersion: "TLSv1.2",
    handshakeTimeout: LIMITS.headersTimeout,
    // A client certificate is optional; `authorized` tells whether it was verified.
    ...(mutual ? { ca: [...tls.clientCa], requestCert: true, rejectUnauthorized: false } : {}),
  });
  if (mutual && !tls.selfSignedClients) {
    server.prependListener("secureConnection", refuseUnverified);
  }
  return server;
}

/** A certificate that does not chain to a root ends the connection instead of counting as none. */
function refuseUnverified(socket: TLSSocket): void {
  const presented = Object.keys(socket.getPeerCertificate()).length > 0;
  if (presented && !socket.authorized) socket.destroy();
}

/** What the application itself did not turn into an answer. */
function answerFailure(error: unknown, log: Logger): Response {
  if (error instanceof RequestError) return refuse({ status: 400, message: "malformed request" });
  log.error("a request failed outside of the application", { error });
  return refuse({ status: 500, message: "internal error" });
}
