/** A postgres:// connection string read into its parts. */
import { readFileSync } from "node:fs";
import { StartError } from "../../errors.ts";

export interface Dsn {
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
  /** Path of a Unix socket instead of hosts. */
  readonly path: string | undefined;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: false | "require" | "prefer" | TlsOptions;
  /** Server settings sent at the start of every connection (`search_path`, `application_name`, …). */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether statements may be prepared under a name, where the connection is the server's own. */
  readonly prepare: boolean;
  /** The pooler refuses server settings that it does not know. */
  readonly bareStart: boolean;
  readonly targetSession: (typeof TARGETS)[number];
  /** `host:port/database`, safe to print. */
  readonly label: string;
}

interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly checkServerIdentity?: () => undefined;
}

/** Meant for other client libraries; Postgres would refuse them as unknown settings. */
const CLIENT_ONLY =
  /^(pgbouncer|prepare|schema|connection_limit|socket_timeout|connect_timeout|max|pool_.*|sslcert|sslkey|sslpassword|sslrootcert|sslmode|sslcrl|sslcrldir|sslsni|sslcompression|sslnegotiation|sslaccept|ssl_min_protocol_version|ssl_max_protocol_version|ssl|requiressl|gssencmode|gsslib|gssdelegation|krbsrvname|channel_binding|require_auth|keepalives.*|tcp_user_timeout|passfile|service|servicefile|hostaddr|fallback_application_name|target_session_attrs|load_balance_hosts|client_encoding|replication|binary_parameters|default_query_exec_mode|statement_cache_.*|statement_cache_mode|description_cache_capacity|min_protocol_version|max_protocol_version)$/;

/** Throws `StartError`; its text never holds the password. */
export function parseDsn(dsn: string, key = "database.dsn"): Dsn {
  const parts = readUrl(dsn, key);
  const take = (name: string) => parts.get(name) || undefined;
  const host = take("host") ?? "localhost";
  const hosts = host.split(",");
  const ports = (take("port") ?? "5432").split(",").map((port) => Number(port || 5432));
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535))
    throw new StartError(`${key} holds a port that is not a number from 1 to 65535`);
  while (ports.length < hosts.length) ports.push(ports[0] ?? 5432);
  const user = take("user") ?? "postgres";
  const database = take("dbname") ?? user;
  const path = host.startsWith("/") ? `${host}/.s.PGSQL.${ports[0]}` : undefined;
  const where = path ?? hosts.map((name, index) => `${name}:${ports[index]}`).join(",");
  const settings = [...parts].filter(([name]) => !CLIENT_ONLY.test(name) && !BASIC.has(name));
  const pgbouncer = parts.get("pgbouncer") === "true";
  return {
    hosts,
    ports,
    path,
    database,
    user,
    password: parts.get("password") ?? "",
    ssl: readTls(parts, key),
    settings: { application_name: "postern", ...Object.fromEntries(settings) },
    prepare: !pgbouncer && parts.get("prepare") !== "false",
    bareStart: pgbouncer,
    targetSession: readTarget(take("target_session_attrs"), key),
    label: `${where}/${database}`,
  };
}

const TARGETS = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;

/** Whether a server that takes no writes is the wrong one. */
export const isForWrites = ({ targetSession }: Dsn): boolean =>
  targetSession === "read-write" || targetSession === "primary";

function readTarget(text: string | undefined, key: string): (typeof TARGETS)[number] {
  const target = TARGETS.find((name) => name === (text ?? "any"));
  if (target) return target;
  throw new StartError(`${key}: target_session_attrs must be one of ${TARGETS.join(", ")}`);
}

const BASIC: ReadonlySet<string> = new Set(["host", "port", "user", "password", "dbname"]);

function readUrl(dsn: string, key: string): Map<string, string> {
  // The hosts are cut out by hand: a URL can hold only one.
  const [start = "", scheme, authority = ""] = /^(postgres(?:ql)?:\/\/)([^/?#]*)/i.exec(dsn) ?? [];
  const user = authority.slice(0, authority.lastIndexOf("@") + 1);
  try {
    const url = new URL(`${scheme}${user}host${dsn.slice(start.length)}`);
    const hosts = authority
      .slice(user.length)
      .split(",")
      .map((host) => /^(.*?)(?::(\d*))?$/.exec(host));
    const parts = new Map([...url.searchParams]);
    const set = (name: string, value: string) => value && parts.set(name, value);
    set("user", decodeURIComponent(url.username));
    set("password", decodeURIComponent(url.password));
    set("dbname", decodeURIComponent(url.pathname.slice(1)));
    set("host", hosts.map((host) => unbracket(decodeURIComponent(host?.[1] ?? ""))).join(","));
    set(
      "port",
      hosts
        .map((host) => host?.[2] ?? "")
        .join(",")
        .replace(/^,*$/, ""),
    );
    return parts;
  } catch {
    // The cause is dropped on purpose: it quotes the whole string, password included.
    throw new StartError(`${key} is not a valid postgres:// connection string`);
  }
}

function unbracket(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** `require` without a root certificate encrypts and verifies nothing, as libpq does. */
function readTls(parts: Map<string, string>, key: string): Dsn["ssl"] {
  const mode = parts.get("sslmode") ?? (parts.get("ssl") === "true" ? "require" : "disable");
  const root = parts.get("sslrootcert");
  const files = {
    ...(root && root !== "system" ? { ca: readText(root, "sslrootcert", key) } : {}),
    ...fileOf(parts, "sslcert", "cert", key),
    ...fileOf(parts, "sslkey", "key", key),
  };
  const chainOnly = { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...files };
  switch (root === "system" ? "verify-full" : mode) {
    case "disable":
      return false;
    case "allow":
    case "prefer":
      return "prefer";
    case "require":
      if (root) return chainOnly;
      return files.cert ? { rejectUnauthorized: false, ...files } : "require";
    case "verify-ca":
      return chainOnly;
    case "verify-full":
      return { rejectUnauthorized: true, ...files };
    default:
      throw new StartError(`${key} has an unknown sslmode`);
  }
}

function fileOf<As extends "cert" | "key">(
  parts: Map<string, string>,
  name: string,
  as: As,
  key: string,
): { [name in As]?: string } {
  const path = parts.get(name);
  return path ? ({ [as]: readText(path, name, key) } as { [name in As]?: string }) : {};
}

function readText(path: string, name: string, key: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new StartError(`${key}: cannot read ${name} ${path}`, { cause });
  }
}
