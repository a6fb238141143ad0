/** A runtime of one's own, from the exported types alone. */
import {
  type AssetSource,
  type Connection,
  createAuth,
  type Duration,
  type Folder,
  type HttpClient,
  type ListenHandlers,
  type LogFields,
  type Logger,
  type MailTransport,
  type ParsedDatabase,
  type ParsedRedis,
  type PasswordHasher,
  type RedisClient,
  type RedisConnector,
  type Runtime,
  type SqlDatabase,
  type SqlDriver,
  type SqlSession,
} from "postern";

const line = (message: string, fields?: LogFields) => void [message, fields];
const log: Logger = { debug: line, info: line, warn: line, error: line };

const passwords: PasswordHasher = {
  cost: 12,
  parallel: 1,
  hash: async (password) => `$2b$12$${password}`,
  verify: async (password, hash) => hash.endsWith(password),
};

declare const db: SqlDatabase;
declare const client: SqlSession;

async function openSql(database: ParsedDatabase): Promise<SqlDriver> {
  const lifetime: Duration = database.conn_max_lifetime;
  log.info("opening", { dsn: database.dsn ?? "embedded", lifetime });
  return {
    storage: "postgres",
    db,
    session: (run) => run(client),
    listen(_channels: readonly string[], handlers: ListenHandlers) {
      handlers.ready();
      return { [Symbol.asyncDispose]: async () => undefined };
    },
    close: async () => undefined,
  };
}

const redis: RedisConnector = (options: ParsedRedis): RedisClient => ({
  command: async (name, key) => `${name} ${key} ${options.address.join()}`,
  script: async () => undefined,
  close: async () => undefined,
});

const files = new Map<string, string>();
const folder = (_path: string): Folder => ({
  read: async (name) => files.get(name),
  write: async (name, text) => void files.set(name, text),
  create: async (name, text) => !files.has(name) && !!files.set(name, text),
  remove: async (name) => files.delete(name),
  names: async () => [...files.keys()],
});

const assets: AssetSource = { read: async () => undefined };
const http: HttpClient = (request) => fetch(request, { redirect: "manual" });
const mailer: MailTransport = { send: async (message) => log.info("mail", { to: message.to }) };

function connection(_request: Request, env: unknown): Connection {
  return typeof env === "string" ? { remoteAddress: env } : {};
}

export const runtime: Runtime = {
  name: "own",
  openSql,
  passwords,
  clock: { now: () => Date.now() },
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  log,
  assets,
  connection,
  every(interval, task) {
    const timer = setInterval(() => void task(), interval());
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
  http,
  redis,
  folder,
  mailer,
};

export const auth = createAuth({ encryption: { key: "a key" } }, runtime);
