/** The capabilities of Node. */
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Connection, Runtime } from "../../runtime.ts";
import { createServerRuntime, type RuntimeOptions } from "../base-runtime.ts";
import { createThreadedBcrypt } from "../drivers/bcrypt.ts";
import { createSignatures, signedAtOnce } from "../drivers/native-signatures.ts";
import { foldAddress } from "../peer.ts";
import { nodeInsecureFetch } from "./insecure-fetch.ts";
import { requireNode } from "./node-version.ts";

export type { RuntimeOptions } from "../base-runtime.ts";

/**
 * Opens nothing yet: the data folder, threads and connections come with their first use. Throws
 * `StartError` on a Node before 22.18.
 */
export function nodeRuntime(options: RuntimeOptions = {}): Runtime {
  requireNode();
  return createServerRuntime(
    {
      name: "node",
      passwords: createThreadedBcrypt(),
      signatures: createSignatures(signedAtOnce()),
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
  const peer = peerOf(socket);
  return host === undefined ? peer : { ...peer, host };
}

/** One connection serves many requests. */
const peers = new WeakMap<TLSSocket, Connection>();

function peerOf(socket: TLSSocket): Connection {
  const cached = peers.get(socket);
  if (cached) return cached;
  const { remoteAddress } = socket;
  const peer = {
    ...(remoteAddress ? { remoteAddress: foldAddress(remoteAddress) } : {}),
    // Node's own limit, ours or the default of the application around us.
    headersBounded: true,
    tls: socket.encrypted === true,
    ...presented(socket),
  };
  peers.set(socket, peer);
  return peer;
}

/** Only `authorized` says that the chain was verified. A host of ours may hand over a socket that tells less. */
function presented(
  socket: Partial<TLSSocket>,
): Pick<Connection, "clientCertificate" | "unverifiedCertificate"> {
  if (socket.encrypted !== true) return {};
  const { raw } = (socket.getPeerCertificate?.() ?? {}) as { raw?: Buffer };
  if (!raw) return {};
  const der = new Uint8Array(raw);
  return socket.authorized === true ? { clientCertificate: der } : { unverifiedCertificate: der };
}
