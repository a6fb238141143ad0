/** HTTP and HTTPS on Node, within the limits of N-1 and N-2, with a stop that loses nothing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import type { Logger } from "../../runtime.ts";
import { canonicalHost } from "../../std/request-path.ts";
import { MALFORMED, type Refusal, refuseHost, refuseOversized } from "../limits.ts";
import {
  DRAIN_GRACE_MS,
  type Handler,
  LIMITS,
  listenFault,
  type RequestHead,
  type RunningServer,
  type ServeOptions,
  urlOf,
} from "../serving.ts";
import { readTlsFiles, type TlsFiles } from "../tls-files.ts";
import { answerWriter, writeReply } from "./answer.ts";
import { answerClientError } from "./client-error.ts";
import { drainable } from "./drain.ts";
import { crlFollower } from "./follow-crls.ts";
import { lightRequest } from "./light-request.ts";
import { urlOfRequest } from "./request-address.ts";

/** Starts to listen; throws `StartError` when it cannot. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  const { host, port, log } = options;
  const follower = options.tls && crlFollower(options.tls);
  const tls = options.tls && readTlsFiles(options.tls);
  const server = createHttpServer(tls, log);
  const drain = drainable(server, tls !== undefined);
  const write = answerWriter(log);
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = "", rawHeaders } = incoming;
    const refusal = refuseHost(hostsOf(rawHeaders)) ?? refuseOversized(url, rawHeaders);
    if (refusal) return refuse(outgoing, refusal);
    const { host } = incoming.headers;
    // Of an address in brackets what comes next takes the shortest form alone.
    if (host?.startsWith("[")) incoming.headers.host = canonicalHost(host);
    const reply = options.direct?.(headOf(incoming));
    if (reply) return writeReply(outgoing, reply);
    const address = urlOfRequest(incoming);
    if (address === undefined) return refuse(outgoing, MALFORMED);
    const request = lightRequest(incoming, outgoing, address);
    return write(incoming, outgoing, () => handler(request, { incoming, outgoing }));
  });
  server.on("clientError", answerClientError);
  await listen(server, options);
  server.on("error", (error) => log.error("the server failed", { error }));
  const unfollow = follower?.start(log, renew);
  const bound = (server.address() as AddressInfo).port;
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(host, bound, tls !== undefined),
    port: bound,
    stop: (graceMs = DRAIN_GRACE_MS) =>
      (stopping ??= drain.stop(graceMs).finally(() => unfollow?.())),
  };

  /** Connections and sessions of before were checked against the lists of before. */
  function renew(clientCrls: readonly string[]): void {
    if (!tls) return;
    (server as SecureServer).setSecureContext(contextOf({ ...tls, clientCrls }));
    drain.retire((socket) => presentsCertificate(socket as TLSSocket));
  }

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

/** Node keeps the first of several, and its `headers` tell nothing of the others. */
function hostsOf(rawHeaders: readonly string[]): string[] {
  const hosts: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts.push(rawHeaders[at + 1] ?? "");
  }
  return hosts;
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

function refuse(outgoing: ServerResponse, { status, message }: Refusal): void {
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" });
  outgoing.end(JSON.stringify({ message }));
}

const contextOf = ({ cert, key, clientCa, clientCrls }: TlsFiles): SecureContextOptions => ({
  cert,
  key,
  minVersion: "TLSv1.2",
  ...(clientCa.length > 0 && { ca: [...clientCa] }),
  ...(clientCrls.length > 0 && { crl: [...clientCrls] }),
});

function createHttpServer(tls: TlsFiles | undefined, log: Logger): Server {
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
    ...contextOf(tls),
    handshakeTimeout: LIMITS.headersTimeout,
    // A client certificate is optional; `authorized` tells whether it was verified.
    ...(mutual ? { requestCert: true, rejectUnauthorized: false } : {}),
  });
  if (mutual && !tls.selfSignedClients) {
    server.prependListener("secureConnection", (socket) => refuseUnverified(socket, log));
  }
  return server;
}

const presentsCertificate = (socket: TLSSocket): boolean =>
  Object.keys(socket.getPeerCertificate() ?? {}).length > 0;

/** A certificate that does not chain to a root, or was withdrawn, ends the connection instead of counting as none. */
function refuseUnverified(socket: TLSSocket, log: Logger): void {
  if (socket.authorized || !presentsCertificate(socket)) return;
  // OpenSSL's word for it, such as CERT_REVOKED; of a name in a certificate that nothing vouches for, none is told.
  const reason = String(socket.authorizationError ?? "unknown");
  const { fingerprint256: fingerprint = "" } = socket.getPeerCertificate();
  log.warn("a client certificate was refused by the TLS listener", { reason, fingerprint });
  socket.destroy();
}
