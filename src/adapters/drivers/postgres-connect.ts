/** Finds the server among the hosts of a connection string. */
import { type Dsn, isForWrites } from "./dsn.ts";
import {
  type ConnectOptions,
  connectTo,
  type PostgresConnection,
  READ_ONLY,
  type Target,
} from "./postgres-connection.ts";

type Connect = (host: string, port: number) => Promise<PostgresConnection>;

/** Connects to the first host that answers and is what `target_session_attrs` asks for. */
export async function connectPostgres(
  dsn: Dsn,
  options: ConnectOptions,
): Promise<PostgresConnection> {
  const connect: Connect = (host, port) => connectHost(dsn, options, host, port);
  const { targetSession: wanted } = dsn;
  if (wanted !== "prefer-standby") return await firstOf(dsn, connect, wanted);
  return await firstOf(dsn, connect, "standby").catch(() => firstOf(dsn, connect, "any"));
}

async function firstOf(
  dsn: Dsn,
  connect: Connect,
  wanted: Dsn["targetSession"],
): Promise<PostgresConnection> {
  let failure: unknown;
  let other: Error | undefined;
  // Where writes are wanted, what Postgres answers to one on a standby.
  const code = isForWrites(dsn) ? READ_ONLY : "CONNECT_OTHER_KIND";
  for (const [index, host] of dsn.hosts.entries()) {
    try {
      const connection = await connect(host, dsn.ports[index] ?? 5432);
      if (await isWanted(connection, wanted)) return connection;
      await connection.end();
      other = Object.assign(new Error(`no host is ${wanted}`), { code });
    } catch (error) {
      failure = error;
    }
  }
  throw other ?? failure;
}

async function isWanted(
  connection: PostgresConnection,
  wanted: Dsn["targetSession"],
): Promise<boolean> {
  if (wanted === "any") return true;
  const { rows } = await connection.query(
    "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only",
  );
  const { standby, read_only } = rows[0] as { standby: boolean; read_only: boolean };
  if (wanted === "primary") return !standby;
  if (wanted === "standby") return standby;
  return (wanted === "read-only") === read_only;
}

/** `prefer` tries TLS and takes a server that has none; nothing is verified, as in libpq. */
async function connectHost(
  dsn: Dsn,
  options: ConnectOptions,
  host: string,
  port: number,
): Promise<PostgresConnection> {
  const to = (ssl: Target["ssl"]) => connectTo({ host, port, ssl }, dsn, options);
  if (dsn.path !== undefined || dsn.ssl === false) return await to(false);
  if (dsn.ssl === "require") return await to(UNVERIFIED);
  if (dsn.ssl !== "prefer") return await to({ ...dsn.ssl });
  try {
    return await to(UNVERIFIED);
  } catch (error) {
    if (!String(error).includes("does not support SSL")) throw error;
    return await to(false);
  }
}

const UNVERIFIED = { rejectUnauthorized: false };
