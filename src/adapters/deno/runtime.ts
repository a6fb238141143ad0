/** The capabilities of Deno. */
import type { Connection, Runtime } from "../../runtime.ts";
import { createServerRuntime, type RuntimeOptions } from "../base-runtime.ts";
import { createThreadedBcrypt } from "../drivers/bcrypt.ts";
import { createSignatures } from "../drivers/native-signatures.ts";
import { foldAddress } from "../peer.ts";

export type { RuntimeOptions } from "../base-runtime.ts";

/** Opens nothing yet: the data folder, threads and connections come with their first use. */
export function denoRuntime(options: RuntimeOptions = {}): Runtime {
  return createServerRuntime(
    {
      ...{ name: "deno", passwords: createThreadedBcrypt(), connection: denoConnection },
      // What takes long here, half a millisecond for ES256 and two for RSA, takes no less at once.
      signatures: createSignatures(["EdDSA"], ["RS256", "PS256", "EdDSA"]),
    },
    options,
  );
}

/** `env` is the serve info: the peer comes from it, and TLS from the URL that Deno's listener made. */
export function denoConnection(request: Request, env: unknown): Connection {
  const { remoteAddr } = (env ?? {}) as { remoteAddr?: { hostname?: unknown } };
  if (typeof remoteAddr?.hostname !== "string") return {};
  return {
    remoteAddress: foldAddress(remoteAddr.hostname),
    tls: request.url.startsWith("https:"),
  };
}
