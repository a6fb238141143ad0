/** What Node, Bun and Deno have in common: everything that goes through `node:` modules. */

import { Traces } from "../runtime/traces.ts";
import type {
  Connection,
  Logger,
  Meter,
  NativeSignatures,
  ParsedDatabase,
  PasswordHasher,
  Runtime,
  TraceApi,
} from "../runtime.ts";
import { createAssets } from "./drivers/assets.ts";
import { fileSink } from "./drivers/file-sink.ts";
import { createFolder } from "./drivers/folder.ts";
import { connectSigner } from "./drivers/http-signer.ts";
import { createLdapConnector } from "./drivers/ldap.ts";
import { createLogger } from "./drivers/log.ts";
import { aesGcm } from "./drivers/native-cipher.ts";
import { hmacSha256, sha256 } from "./drivers/native-digest.ts";
import { packageVersion } from "./drivers/package-version.ts";
import { createPrivateNotes } from "./drivers/private-note.ts";
import { processPlace } from "./drivers/process-place.ts";
import { createRedisConnector } from "./drivers/redis.ts";
import { seedFiles } from "./drivers/seed-files.ts";
import { createMailTransport } from "./drivers/smtp.ts";
import { syslogSink } from "./drivers/syslog-sink.ts";
import { xmlSignatures } from "./drivers/xml.ts";
import { createHttpClient, type SendRequest } from "./http-client.ts";
import { createLoops } from "./loops.ts";
import { createPublicFetch, type PublicFetchOptions } from "./public-fetch.ts";
import { createRandomPool } from "./random-pool.ts";
import { tracedRuntime } from "./traced/runtime.ts";
import { statementTrace } from "./traced/sql.ts";

export interface RuntimeOptions {
  /** Folder of the embedded database and its key; `./data` when absent. */
  readonly data_dir?: string;
  /** Keeps the embedded database in memory and forgets it at the end (tests). */
  readonly memory?: boolean;
  /** JSON lines on standard output from level `info` when absent. */
  readonly log?: Logger;
  /** Of OpenTelemetry: `metrics.getMeter("postern")`. Nothing is measured when absent. */
  readonly meter?: Meter;
  /** `@opentelemetry/api` as it is. Nothing is traced when absent. */
  readonly traces?: TraceApi;
  /** Of a program: see `Runtime.collectLess`. */
  readonly collectLess?: Runtime["collectLess"];
  /** Loosens `HttpOptions.publicOnly` for tests and development. */
  readonly public_fetch?: PublicFetchOptions;
}

/** What differs between the server runtimes. */
export interface RuntimeParts {
  readonly name: string;
  readonly passwords: PasswordHasher;
  readonly signatures: NativeSignatures;
  readonly connection: (request: Request, env: unknown) => Connection;
  /** Absent where certificates cannot be left unverified for one request. */
  readonly insecureFetch?: SendRequest;
}

/** Nothing is opened here: files, threads and connections come with their first use. */
export function createServerRuntime(
  { insecureFetch, ...parts }: RuntimeParts,
  options: RuntimeOptions,
): Runtime {
  const traces = options.traces && new Traces(options.traces, packageVersion());
  const log = options.log ?? createLogger(traces && { also: () => traces.ids() });
  const statement = statementTrace(traces);
  const dataDir = options.memory === true ? undefined : (options.data_dir ?? "./data");
  const runtime: Runtime = {
    ...parts,
    get version() {
      return packageVersion();
    },
    get place() {
      return processPlace();
    },
    log,
    ...(options.meter && { meter: options.meter }),
    ...(options.collectLess && { collectLess: options.collectLess }),
    clock: { now: () => Date.now() },
    random: createRandomPool(),
    sha256,
    hmacSha256,
    aesGcm,
    assets: createAssets(),
    every: createLoops(log),
    http: createHttpClient(insecureFetch, createPublicFetch(options.public_fetch)),
    redis: createRedisConnector(log),
    ldap: createLdapConnector(),
    logSink: (sink) => (sink.kind === "file" ? fileSink(sink) : syslogSink(sink)),
    mailer: createMailTransport(),
    folder: (path) => createFolder(path, log),
    note: createPrivateNotes(dataDir, log),
    seed: seedFiles,
    xml: xmlSignatures,
    signer: connectSigner,
    // Each driver is loaded only when it is used: PGlite brings 20 MB of WebAssembly.
    openSql: async (database: ParsedDatabase) => {
      if (database.dsn !== undefined) {
        const { openPostgres } = await import("./drivers/postgres.ts");
        return await openPostgres(database, log, statement);
      }
      const { openPglite } = await import("./drivers/pglite.ts");
      return await openPglite(dataDir, log, undefined, statement);
    },
  };
  return traces ? tracedRuntime(runtime, traces) : runtime;
}
