/** One connection to Postgres through pg, from the start packet to its end. */
import { Socket } from "node:net";
import pg, { type QueryConfig, type QueryResult } from "pg";
import { withDeadline } from "../../std/deadline.ts";
import { type Dsn, isForWrites } from "./dsn.ts";
import { CopyOut } from "./postgres-copy.ts";
import { VALUE_TYPES } from "./postgres-values.ts";

export interface ConnectOptions {
  /** Milliseconds until the server has accepted the connection; of each host. */
  readonly timeout: number;
  /** Server settings in the start packet. */
  readonly settings: Readonly<Record<string, string>>;
  /** Milliseconds until a statement is answered; afterwards the connection is given up. */
  readonly answer?: number | undefined;
  /** Hears the notifications of the connection's own `LISTEN`. */
  readonly onNotification?: (channel: string, payload: string) => void;
}

type Statement = QueryConfig | CopyOut | string;

export interface PostgresConnection {
  /**
   * Sends at once, also while others are unanswered; they are executed in this order. A lost
   * connection rejects with a `code` that tells it (`isUnavailable`).
   */
  query(statement: Statement): Promise<QueryResult>;
  /** Alive, and outside of a transaction. */
  reusable(): boolean;
  /** Resolves with the cause when the connection is gone. Never rejects. */
  readonly lost: Promise<unknown>;
  readonly since: number;
  /** Process of the server that the start named. A pooler makes one up. */
  readonly processId: number | null;
  /** Says goodbye, and waits a moment for the server. */
  end(): Promise<void>;
  /** Cuts the connection off: what is unanswered rejects. */
  destroy(): void;
}

const GOODBYE_MS = 1_000;
const KEEP_ALIVE_MS = 15_000;
/** The server closes the connection. */
const LAST_WORDS = /^(08|57P)/;
/** A prepared statement is of no use any more: the type of a column changed, or it is gone. */
const OUTDATED = /^(0A000|26000)/;
/** SQLSTATE of a write on a server that takes none. */
export const READ_ONLY = "25006";

/** The driver of the package would send a fixed list of settings. */
class Client extends pg.Client {
  declare readonly processID: number | null;
  settings: Readonly<Record<string, string>> = {};

  getStartupConf(): Record<string, string> {
    return { ...this.settings, user: this.user ?? "", database: this.database ?? "" };
  }
}

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
}

/** Connects to one server. Rejects with what the socket or the server said. */
export async function connectTo(
  target: Target,
  dsn: Dsn,
  { timeout, settings, answer, onNotification }: ConnectOptions,
): Promise<PostgresConnection> {
  const socket = new Socket();
  const client = new Client({
    ...target,
    user: dsn.user,
    database: dsn.database,
    // A function, so that pg does not look for a password file.
    password: () => dsn.password || process.env.PGPASSWORD || "",
    sslnegotiation: "postgres",
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: VALUE_TYPES,
    pipeline: true,
  });
  client.settings = settings;
  const lost = Promise.withResolvers<unknown>();
  let cause: unknown;
  const lose = (error: unknown) => {
    cause ??= error;
    lost.resolve(cause);
  };
  client.on("error", lose);
  client.on("end", () => lose(failure("CONNECTION_CLOSED", "the connection was closed")));
  if (onNotification)
    client.on("notification", ({ channel, payload }) => onNotification(channel, payload ?? ""));

  try {
    await withDeadline(client.connect(), timeout, () => {
      throw failure("CONNECT_TIMEOUT", `no answer within ${timeout} ms`);
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }

  async function answered(statement: Statement): Promise<QueryResult> {
    const done =
      statement instanceof CopyOut ? statement.run(client) : client.query(statement as QueryConfig);
    if (answer === undefined) return await done;
    return await withDeadline(done, answer, () => {
      done.catch(() => {});
      lose(failure("ETIMEDOUT", `no answer within ${answer} ms`));
      socket.destroy();
      throw cause;
    });
  }

  return {
    lost: lost.promise,
    since: Date.now(),
    processId: client.processID,
    reusable: () => cause === undefined && client.getTransactionStatus() === "I",
    async query(statement) {
      if (cause !== undefined) throw closed(cause);
      try {
        return await answered(statement);
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== undefined) {
          const isNamed = typeof statement !== "string" && "name" in statement && statement.name;
          const outdated = isNamed && OUTDATED.test(code);
          // Another host of the connection string may take writes now.
          const demoted = code === READ_ONLY && isForWrites(dsn);
          if (outdated || demoted || LAST_WORDS.test(code)) lose(error);
          throw error;
        }
        throw cause === undefined ? error : closed(error);
      }
    },
    async end() {
      lose(failure("CONNECTION_ENDED", "the connection was ended"));
      await withDeadline(
        client.end().catch(() => {}),
        GOODBYE_MS,
        () => {},
      );
      socket.destroy();
    },
    destroy() {
      lose(failure("CONNECTION_DESTROYED", "the connection was cut off"));
      socket.destroy();
    },
  };
}

/** The codes begin with those that `isUnavailable` knows. */
function failure(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

const closed = (cause: unknown): Error =>
  failure("CONNECTION_CLOSED", "the connection to the database was lost", cause);
