/** Talks SMTP, LDAP, Redis and Postgres to peers that break, and tells how each attempt ended. */
import process from "node:process";
import { createRuntime } from "../../../../src/adapters/current.ts";
import type { ParsedDatabase, ParsedRedis } from "../../../../src/runtime.ts";
import { countLooseFailures } from "./count-loose-failures.ts";

interface Attempt {
  readonly name: string;
  readonly protocol: "smtp" | "smtps" | "ldap" | "ldaps" | "redis" | "postgres";
  readonly host: string;
  readonly port: number;
  readonly times: number;
}
interface Plan {
  readonly attempts: readonly Attempt[];
  readonly reader: { readonly username: string; readonly password: string };
  /** Connection string with `HOST:PORT` in it. */
  readonly dsn: string;
}

const { attempts, reader, dsn } = JSON.parse(process.argv[2] ?? "{}") as Plan;
const LIMIT = 60_000;
const loose = countLooseFailures();
const log = { debug() {}, info() {}, warn() {}, error() {} };
const runtime = await createRuntime({ memory: true, log });

async function mail({ protocol, host, port }: Attempt): Promise<void> {
  const security = protocol === "smtps" ? "tls" : "none";
  const relay = { host, port, security, insecure: true } as const;
  const message = {
    ...{ id: "0123456789abcdef@example.com", to: "ada@example.com", subject: "x", text: "x" },
    ...{ from: { name: "", address: "id@example.com" }, html: "<p>x</p>" },
  };
  await runtime.mailer?.send(message, relay);
  await runtime.mailer?.verify(relay);
}

async function directory({ protocol, host, port }: Attempt): Promise<void> {
  const open = await runtime.ldap?.connect({ url: `${protocol}://${host}:${port}` });
  try {
    await open?.bind(reader.username, reader.password);
    await open?.search({ base: "dc=example,dc=com", filter: "(a=b)", attributes: [], limit: 5 });
  } finally {
    open?.close();
  }
}

async function codes({ host, port }: Attempt): Promise<void> {
  const tls = { enabled: false, cert_file: "", key_file: "", ca_file: "" };
  const address = [`${host}:${port}`];
  const none = { client_name: "", username: "", password: "", cluster: false };
  const client = runtime.redis?.({ ...none, address, tls } as ParsedRedis);
  try {
    await client?.command("set", "a key", "a value");
    await client?.command("get", "a key");
  } finally {
    await client?.close();
  }
}

async function database({ host, port }: Attempt): Promise<void> {
  const sizes = { max_open_conns: 2, max_idle_conns: 2, conn_max_lifetime: 900_000 };
  const options = { dsn: dsn.replace("HOST:PORT", `${host}:${port}`), ...sizes };
  const driver = await runtime.openSql(options as ParsedDatabase);
  const nothing = { ready() {}, lost() {}, message() {} };
  const listener = driver.listen(["auth_changed"], nothing);
  try {
    await driver.db.transaction(async (tx) => void (await tx.execute("select 1")));
    await driver.session((session) => session.query("select 1", []));
  } finally {
    await listener[Symbol.asyncDispose]();
    await driver.close();
  }
}

const RUN = {
  ...{ smtp: mail, smtps: mail, ldap: directory, ldaps: directory },
  ...{ redis: codes, postgres: database },
} as const;

async function outcomeOf(attempt: Attempt): Promise<string> {
  const done = RUN[attempt.protocol](attempt).then(
    () => "answers",
    () => "fails",
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const never = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LIMIT, "never ends");
  });
  const outcome = await Promise.race([done, never]);
  clearTimeout(timer);
  return outcome;
}

async function tell(attempt: Attempt): Promise<void> {
  const outcomes = new Set<string>();
  for (let time = 0; time < attempt.times; time++) outcomes.add(await outcomeOf(attempt));
  console.log(`${attempt.name}: ${[...outcomes].sort().join(", ")}`);
}

// Peers that are whole answer before the others flood this process, which has no time for anything then.
const isWhole = ({ name }: Attempt) => name.endsWith(", whole");
for (const attempt of attempts.filter(isWhole)) await tell(attempt);
await Promise.all(attempts.filter((attempt) => !isWhole(attempt)).map(tell));
await new Promise((resolve) => setTimeout(resolve, 500));
console.log(`loose: ${loose()}`);
console.log("done");
process.exit(0);
