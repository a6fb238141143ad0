/** relays, directories, Redis and Postgres that break at every point of a conversation end no process, on every runtime. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "../../support/cutting-proxy.ts";
import { freePort } from "../../support/ports.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis } from "../../support/redis.ts";
import { READER, slapdMissing, startSlapd, type TestSlapd } from "../../support/slapd.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { RUNTIMES, runScript } from "./support.ts";

/** What a peer writes that speaks none of the protocols: at once, and after the first bytes came. */
const RAW: Readonly<
  Record<string, { hello?: (socket: Socket) => void; later?: (socket: Socket) => void }>
> = {
  silent: {},
  "ends at once": { hello: (socket) => socket.end() },
  "reset at once": { hello: (socket) => socket.resetAndDestroy() },
  "ends later": { later: (socket) => socket.end() },
  "reset later": { later: (socket) => socket.resetAndDestroy() },
  garbage: {
    hello: (socket) => socket.write(Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256))),
  },
  "garbage later": { later: (socket) => socket.write(Buffer.alloc(512, 0xfe)) },
  "TLS alert": { later: (socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])) },
  "without end": {
    hello(socket) {
      const timer = setInterval(() => socket.write("x".repeat(65_536)), 5);
      socket.on("close", () => clearInterval(timer));
    },
  },
};

const skipped = redisMissing ?? slapdMissing;
const PROTOCOLS = ["smtp", "smtps", "ldap", "ldaps", "redis", "postgres"] as const;
/** Points of a conversation: closely at its begin, then further apart. */
const CUTS = [
  ...Array.from({ length: 24 }, (_, at) => at),
  ...[29, 37, 53, 71, 97, 150, 230, 400, 900],
];

describe.skipIf(skipped !== undefined)(skipped ?? "peers that break", () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  let slapd: TestSlapd;
  const relays: MailServer[] = [];
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const proxies: CuttingProxy[] = [];
  let attempts: { name: string; protocol: string; host: string; port: number; times: number }[];

  async function rawServer({ hello, later }: (typeof RAW)[string]): Promise<number> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
      socket.once("data", () => later?.(socket));
      socket.resume();
      hello?.(socket);
    });
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  beforeAll(async () => {
    [postgres, redis, slapd] = await Promise.all([
      startPostgres(),
      startRedis(),
      startSlapd({ tls: true }),
    ]);
    relays.push(await startMailServer(), await startMailServer({ security: "tls" }));
    const ports: Record<(typeof PROTOCOLS)[number], number> = {
      ...{ smtp: relays[0]?.port ?? 0, smtps: relays[1]?.port ?? 0 },
      ...{ ldap: slapd.port, ldaps: Number(new URL(slapd.secureUrl).port) },
      ...{ redis: redis.port, postgres: postgres.port },
    };
    const host = "127.0.0.1";
    const closed = await freePort(22_000, 1_000);
    attempts = [];
    for (const protocol of PROTOCOLS) {
      const add = (name: string, more: object) =>
        attempts.push({
          name: `${protocol}, ${name}`,
          protocol,
          host,
          port: closed,
          times: 1,
          ...more,
        });
      add("whole", { port: ports[protocol] });
      add("refused", {});
      add("no route", { host: "255.255.255.255" });
      add("no such name", { host: "absent.invalid" });
      for (const [name, raw] of Object.entries(RAW)) add(name, { port: await rawServer(raw) });
      for (const how of ["reset", "end"] as const) {
        const proxy = await startCuttingProxy(ports[protocol], CUTS, how);
        proxies.push(proxy);
        add(`${how} after each byte`, { port: proxy.port, times: CUTS.length });
      }
    }
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
    for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
    for (const relay of relays) await relay[Symbol.asyncDispose]();
    await slapd?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  test.each(RUNTIMES)("every attempt settles, and nothing is left over: %s", async (runtime) => {
    const dsn = postgres.dsn().replace(/127\.0\.0\.1:\d+|localhost:\d+/, "HOST:PORT");
    expect(dsn).toContain("HOST:PORT");
    await using script = runScript(
      runtime,
      "hostile-peers.ts",
      JSON.stringify({ attempts, reader: READER, dsn }),
    );
    const ended = await script.exit;
    expect(script.lines.at(-1), `ended with ${ended}\n${script.lines.join("\n")}`).toBe("done");
    expect(script.lines.at(-2)).toBe("loose: none");
    const told = new Map(script.lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    for (const { name, times } of attempts) {
      // The certificate of the directory has an authority of its own, which is not given here.
      const whole = name.endsWith("whole")
        ? name.startsWith("ldaps")
          ? "fails"
          : "answers"
        : "fails";
      const expected = times > 1 ? /^(answers, )?fails$/ : new RegExp(`^${whole}$`);
      expect(told.get(name), name).toMatch(expected);
    }
  });
});
