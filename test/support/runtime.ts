/** A runtime for tests: embedded database in memory, a clock that can be moved, captured logs. */

import { createAssets } from "../../src/adapters/drivers/assets.ts";
import { createInlineBcrypt } from "../../src/adapters/drivers/bcrypt.ts";
import { createFolder } from "../../src/adapters/drivers/folder.ts";
import { connectSigner } from "../../src/adapters/drivers/http-signer.ts";
import { createLdapConnector } from "../../src/adapters/drivers/ldap.ts";
import { createSignatures, signedAtOnce } from "../../src/adapters/drivers/native-signatures.ts";
import { openPostgres } from "../../src/adapters/drivers/postgres.ts";
import { createMailTransport } from "../../src/adapters/drivers/smtp.ts";
import { xmlSignatures } from "../../src/adapters/drivers/xml.ts";
import { createHttpClient } from "../../src/adapters/http-client.ts";
import { nodeInsecureFetch } from "../../src/adapters/node/insecure-fetch.ts";
import { createPublicFetch, type PublicFetchOptions } from "../../src/adapters/public-fetch.ts";
import type { LogFields, Logger, ParsedDatabase, Runtime, SqlDriver } from "../../src/runtime.ts";
import type { DrizzleDriver } from "../../src/store/database.ts";
import { borrowDatabase, type Content } from "./database-pool.ts";

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** The embedded database that a runtime opens for itself. */
export interface TestDatabase {
  /** What it begins with. */
  content?: Content;
  driver?: DrizzleDriver;
  /** Start of the clock; absent follows the real one. */
  readonly now: number | undefined;
  moved(): boolean;
}

export interface TestRuntime extends Runtime {
  /** Absent where the test opens one. */
  readonly database: TestDatabase | undefined;
  readonly lines: LogLine[];
  /** Moves the clock forward, in milliseconds. */
  advance(milliseconds: number): void;
}

export function capturingLogger(lines: LogLine[]): Logger {
  const at =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, fields });
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

export interface TestRuntimeOptions {
  /** Start of the clock; absent follows the real one. */
  readonly now?: number;
  /** Loops and listener, as on a server; without them as at the edge. */
  readonly loops?: boolean;
  /** Milliseconds: what a service does each minute, a test need not wait for. */
  readonly longestPause?: number;
  readonly openSql?: (database: ParsedDatabase) => Promise<SqlDriver>;
  /** What loosens `HttpOptions.publicOnly`. */
  readonly publicFetch?: PublicFetchOptions;
}

export function testRuntime(options: TestRuntimeOptions = {}): TestRuntime {
  const lines: LogLine[] = [];
  const log = capturingLogger(lines);
  let moved = 0;
  const { longestPause = Number.POSITIVE_INFINITY } = options;
  const database: TestDatabase = { now: options.now, moved: () => moved !== 0 };
  async function open(parsed: ParsedDatabase): Promise<SqlDriver> {
    if (parsed.dsn) return openPostgres(parsed, log);
    database.driver = await borrowDatabase(log, database.content);
    return database.driver;
  }
  return {
    name: "test",
    lines,
    log,
    database: options.openSql ? undefined : database,
    advance: (milliseconds) => {
      moved += milliseconds;
    },
    clock: { now: () => (options.now ?? Date.now()) + moved },
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    // The least cost, that of the hashes that tests store.
    passwords: createInlineBcrypt(4),
    assets: createAssets(),
    signatures: createSignatures(signedAtOnce()),
    http: createHttpClient(nodeInsecureFetch, createPublicFetch(options.publicFetch)),
    folder: createFolder,
    xml: xmlSignatures,
    signer: connectSigner,
    ldap: createLdapConnector(),
    mailer: createMailTransport(),
    openSql: options.openSql ?? open,
    connection: () => ({ remoteAddress: "127.0.0.1" }),
    ...(options.loops && {
      every(interval: () => number, task: () => Promise<void>) {
        let timer: ReturnType<typeof setTimeout>;
        let stopped = false;
        const schedule = () => {
          timer = setTimeout(
            async () => {
              await task().catch(() => undefined);
              if (!stopped) schedule();
            },
            Math.min(interval(), longestPause),
          );
        };
        schedule();
        return {
          [Symbol.dispose]() {
            stopped = true;
            clearTimeout(timer);
          },
        };
      },
    }),
  } as TestRuntime;
}
