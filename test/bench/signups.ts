/** A thousand people sign up at once, and the relay needs 200 ms for each mail (issue: answers, mails, memory). */
import { Agent, request } from "node:http";
import { startPostgres } from "../support/postgres.ts";
import type { Probe } from "./probe.ts";
import {
  adminToken,
  basic,
  credentialsOf,
  formHeaders,
  newKey,
  type Running,
  startPostern,
  startServer,
  withFolder,
} from "./processes.ts";
import {
  atMost,
  type BenchResult,
  below,
  exactly,
  info,
  ms,
  quantile,
  type Row,
} from "./result.ts";

const SIGNUPS = 1_000;
const CONNECTIONS = 16;
const RELAY_MS = 200;
const LIMIT_MS = 50;
const MOST_GROWTH_MIB = 100;
const MAILS_WITHIN_MS = 600_000;

const probeOf = (server: Running): Promise<Probe> =>
  new Promise((resolve) => {
    server.process.once("message", (probe) => resolve(probe as Probe));
    server.process.send("probe");
  });
const mailsAt = (relay: Running): Promise<number> =>
  new Promise((resolve) => {
    relay.process.once("message", (count) => resolve(count as number));
    relay.process.send("count");
  });

async function put(port: number, token: string, namespace: string, value: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/settings/${namespace}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ value }),
  });
  if (!answer.ok) throw new Error(`${namespace} answered ${await answer.text()}`);
}

/** One request on a connection that stays; answers its milliseconds. */
function send(agent: Agent, port: number, headers: Record<string, string>, body: string) {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const from = performance.now();
  const sent = request(
    { agent, port, host: "127.0.0.1", method: "POST", path: "/auth/oauth2/signup", headers },
    (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - from);
        else reject(new Error(`a signup answered ${answer.statusCode}`));
      });
    },
  );
  sent.on("error", reject).end(body);
  return promise;
}

async function burst(port: number, authorization: string): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { ...formHeaders, Authorization: authorization };
  const took: number[] = [];
  let next = 0;
  const person = async () => {
    while (next < SIGNUPS) {
      const body = new URLSearchParams({
        email: `person-${next++}@example.com`,
        password: "correct horse battery",
      });
      took.push(await send(agent, port, headers, `${body}`));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, person));
  agent.destroy();
  return took;
}

/** Once all are answered; the mails take minutes, in which another can be measured. */
async function measure(name: string, flags: readonly string[]): Promise<() => Promise<Row[]>> {
  const [ours, relay] = await Promise.all([
    startPostern(flags, { probed: true }),
    startServer("slow-relay", String(RELAY_MS)),
  ]);
  const stop = () => Promise.all([ours.stop(), relay.stop()]);
  try {
    const credentials = await credentialsOf(ours);
    const token = await adminToken(ours.port, credentials);
    const smtp = { host: "127.0.0.1", port: relay.port, no_auth: true };
    await put(ours.port, token, "email", { from: "id@example.com", smtp });
    await put(ours.port, token, "signup", { enabled: true, attempts: { per_network: 100_000 } });
    const before = await probeOf(ours);
    const from = performance.now();
    const took = await burst(ours.port, basic(credentials.login));
    const answered = performance.now() - from;
    const after = await probeOf(ours);
    return async () => {
      try {
        const { mails, sent } = await untilSent(relay, from);
        const end = await probeOf(ours);
        const grown = Math.max(after.rssMiB, end.rssMiB) - before.rssMiB;
        return [
          below(`${name}: answer, median`, quantile(took, 0.5), LIMIT_MS, ms),
          info(`${name}: answer, p99`, ms(quantile(took, 0.99))),
          info(`${name}: all answers`, ms(answered)),
          exactly(`${name}: mails that arrived`, mails, SIGNUPS),
          info(`${name}: last mail after`, `${(sent / 1_000).toFixed(0)} s`),
          atMost(`${name}: memory grown`, grown, MOST_GROWTH_MIB, (mib) => `${mib.toFixed(0)} MiB`),
        ];
      } finally {
        await stop();
      }
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilSent(relay: Running, from: number) {
  let mails = 0;
  while (mails < SIGNUPS && performance.now() - from < MAILS_WITHIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    mails = await mailsAt(relay);
  }
  return { mails, sent: performance.now() - from };
}

export function benchSignups(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const pg = await startPostgres();
    try {
      await pg.query("alter system set fsync = on");
      await pg.query("select pg_reload_conf()");
      const key = newKey();
      const dsn = await pg.createDatabase("bench_signups");
      const real = ["--database-dsn", dsn, "--set", `encryption.key=${key}`];
      const measured = [await measure("Postgres", real)];
      measured.push(await measure("embedded", ["--data-dir", folder]));
      const rows = await Promise.all(measured.map((rest) => rest()));
      return {
        title: `${SIGNUPS} signups at once on ${CONNECTIONS} connections, a relay that takes ${RELAY_MS} ms for each mail`,
        rows: rows.flat(),
      };
    } finally {
      await pg.stop();
    }
  });
}
