/** The capabilities of Node. */
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Connection, Runtime } from "../../runtime.ts";
import { createServerRuntime, type RuntimeOptions } from "../base-runtime.ts";
import { createThreadedBcrypt } from "../drivers/bcrypt.ts";
import { foldAddress } from "../peer.ts";
import { nodeInsecureFetch } from "./insecure-fetch.ts";

/** Opens nothing yet: the data folder, threads and connections come with their first use. */
export function nodeRuntime(options: RuntimeOptions = {}): Runtime {
  return createServerRuntime(
    {
      name: "node",
      passwords: createThreadedBcrypt(),
      connection: nodeConnection,
      insecureFetch: nodeInsecureFetch,
    },
    options,
  );
}

/** Reads `env.incoming` of `@hono/node-server`, ours or that of an application around us. */
export function nodeConnection(_request: Request, env: unknown): Connection {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  const host = incoming?.headers?.host;
  const socket = incoming?.socket as TLSSocket | undefined;
  if (!socket) return {};
  const remoteAddress = socket.remoteAddress;
  const certificate = clientCertificate(socket);
  return {
    ...(remoteAddress ? { remoteAddress: foldAddress(remoteAddress) } : {}),
    ...(host !== undefined && { host }),
    // Node's own limit, ours or the default of the application around us.
    headersBounded: true,
    tls: socket.encrypted === true,
    ...(certificate ? { clientCertificate: certificate } : {}),
  };
}

/** One handshake serves many requests. */
const certificates = new WeakMap<TLSSocket, Uint8Array | null>();

/** Only `authorized` says that the chain was verified. */
function clientCertificate(socket: TLSSocket): Uint8Array | undefined {
  if (socket.encrypted !== true || socket.authorized !== true) return undefined;
  let der = certificates.get(socket);
  if (der === undefined) {
    der = readCertificate(socket);
    certificates.set(socket, der);
  }
  return der ?? undefined;
}

function readCertificate(socket: TLSSocket): Uint8Array | null {
  const { raw } = socket.getPeerCertificate() as { raw?: Buffer };
  return raw ? new Uint8Array(raw) : null;
}
