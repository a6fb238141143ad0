/** The capabilities of Bun. */
import type { Connection, PasswordHasher, Runtime } from "../../runtime.ts";
import { createServerRuntime, type RuntimeOptions } from "../base-runtime.ts";
import { bunBcrypt } from "../drivers/bun-bcrypt.ts";
import { createSignatures, signedAtOnce } from "../drivers/native-signatures.ts";
import type { SendRequest } from "../http-client.ts";
import { foldAddress } from "../peer.ts";

export type { RuntimeOptions } from "../base-runtime.ts";

/** Opens nothing yet: the data folder and connections come with their first use. */
export function bunRuntime(options: RuntimeOptions = {}): Runtime {
  const passwords: PasswordHasher = bunBcrypt();
  return createServerRuntime(
    {
      ...{ name: "bun", passwords, connection: bunConnection, insecureFetch: bunInsecureFetch },
      signatures: createSignatures(signedAtOnce()),
    },
    options,
  );
}

/** A connection of its own, so that no later request reuses an unverified one. */
const bunInsecureFetch: SendRequest = (request, signal) =>
  fetch(request, {
    redirect: "manual",
    signal,
    keepalive: false,
    tls: { rejectUnauthorized: false },
  });

interface BunServer {
  requestIP(request: Request): { address: string } | null;
  readonly protocol?: string | null;
}

/** `env` is Bun's server, or holds it as `server`, as Hono's own helpers allow. */
export function bunConnection(request: Request, env: unknown): Connection {
  const given = (env ?? {}) as Partial<BunServer> & { server?: Partial<BunServer> };
  const server = given.server ?? given;
  if (typeof server.requestIP !== "function") return {};
  const address = server.requestIP(request)?.address;
  return {
    ...(address ? { remoteAddress: foldAddress(address) } : {}),
    tls: server.protocol === "https",
  };
}
