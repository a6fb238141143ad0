/** Which server is connected to, and how: TLS on every runtime, several hosts. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { databaseOptions, RUNTIMES, recordingLog, runScript } from "./support.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

let plain: TestPostgres;
let encrypted: TestPostgres;
beforeAll(async () => {
  plain = await startPostgres();
  encrypted = await startPostgres({
    tls: { cert: fixture("server.pem"), key: fixture("server.key.pem") }, // for 127.0.0.1, localhost
  });
});
afterAll(async () => {
  await plain?.stop();
  await encrypted?.stop();
});

const root = `&sslrootcert=${fixture("root.pem")}`;
const stranger = `&sslrootcert=${fixture("stranger.pem")}`;

test.each(RUNTIMES)("sslmode on %s", async (runtime) => {
  const own = (query: string) => encrypted.dsn() + query;
  const named = own("?sslmode=verify-full").replace("127.0.0.1", "localhost");
  const cases: [string, RegExp][] = [
    [own("?sslmode=disable"), /^tls false$/],
    [own("?sslmode=prefer"), /^tls true$/],
    [own("?sslmode=require"), /^tls true$/],
    [own(`?sslmode=verify-ca${root}`), /^tls true$/],
    [own(`?sslmode=verify-full${root}`), /^tls true$/],
    [named + root, /^tls true$/],
    [own(`?sslmode=verify-full${stranger}`), /^tls cannot connect to the database/],
    [own(`?sslmode=verify-ca${stranger}`), /^tls cannot connect to the database/],
    [own("?sslmode=verify-full"), /^tls cannot connect to the database/],
    [`${plain.dsn()}?sslmode=prefer`, /^tls false$/],
    [`${plain.dsn()}?sslmode=require`, /^tls cannot connect .*does not support SSL/],
  ];

  await using script = runScript(runtime, "postgres-tls.ts", ...cases.map(([dsn]) => dsn));
  await script.exit;

  expect(script.lines).toEqual(cases.map(([, line]) => expect.stringMatching(line)));
});

test("sslmode=verify-full refuses a certificate of another name, verify-ca does not", async () => {
  await using other = await serverNamed("named-server");
  const names = `&sslrootcert=${fixture("names.pem")}`;

  await using script = runScript(
    "node",
    "postgres-tls.ts",
    `${other.dsn}?sslmode=verify-full${names}`,
    `${other.dsn}?sslmode=verify-ca${names}`,
  );
  await script.exit;

  expect(script.lines).toEqual([expect.stringMatching(/cannot connect/), "tls true"]);
});

async function serverNamed(name: string): Promise<{ dsn: string } & AsyncDisposable> {
  const server = await startPostgres({
    tls: { cert: fixture(`${name}.pem`), key: fixture(`${name}.key.pem`) },
  });
  return { dsn: server.dsn(), [Symbol.asyncDispose]: () => server.stop() };
}

/** Both servers in one connection string, after a port where none is. */
const hosts = (query: string, ...servers: TestPostgres[]) =>
  plain
    .dsn()
    .replace(
      /127\.0\.0\.1:\d+/,
      ["127.0.0.1:25999", ...servers.map(({ port }) => `127.0.0.1:${port}`)].join(","),
    ) + query;

async function portOf(dsn: string): Promise<unknown> {
  const driver = await openPostgres(databaseOptions(dsn), recordingLog());
  try {
    const [row] = await driver.session((session) =>
      session.query("select current_setting('port')::int as port"),
    );
    return row?.port;
  } finally {
    await driver.close();
  }
}

test("of several hosts the first that answers is taken", async () => {
  expect(await portOf(hosts("", plain, encrypted))).toBe(plain.port);
  expect(await portOf(hosts("", encrypted, plain))).toBe(encrypted.port);
});

test("target_session_attrs passes over a server that takes no writes", async () => {
  await plain.query("alter system set default_transaction_read_only = on");
  await plain.query("select pg_reload_conf()");

  expect(await portOf(hosts("?target_session_attrs=read-write", plain, encrypted))).toBe(
    encrypted.port,
  );
  expect(await portOf(hosts("?target_session_attrs=read-only", encrypted, plain))).toBe(plain.port);
  expect(await portOf(hosts("?target_session_attrs=primary", plain))).toBe(plain.port);
  expect(await portOf(hosts("?target_session_attrs=prefer-standby", plain))).toBe(plain.port);
  await expect(portOf(hosts("?target_session_attrs=standby", plain))).rejects.toThrow(
    "no host is standby",
  );
});
