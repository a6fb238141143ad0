/** Tokens of a service with 100,000 users while it makes backups, beside the same without one; Postgres and the embedded database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeKeyPair } from "../../src/backup/recipient.ts";
import { startPostgres } from "../support/postgres.ts";
import { httpRequest, load } from "./load.ts";
import { seedUsers } from "./pair.ts";
import {
  adminToken,
  basic,
  type Credentials,
  formHeaders,
  type Postern,
  startPostern,
  withFolder,
} from "./processes.ts";
import { atMost, type BenchResult, info, median, ms, type Row, ratio } from "./result.ts";

const USERS = 100_000;
const ROUNDS = 3;
const RATE = 100;
const MEASURED_MS = 20_000;
const LIMIT = 1.5;
const CLI = fileURLToPath(new URL("../../src/cli/postern.ts", import.meta.url));

const tokens = (server: Postern, { demo }: Credentials) =>
  load({
    ...{ port: server.port, connections: 8, ratePerSecond: RATE },
    ...{ warmUpMs: 1_000, measuredMs: MEASURED_MS },
    requests: [
      httpRequest(
        "POST",
        "/auth/oauth2/token",
        { ...formHeaders, Authorization: basic(demo) },
        "grant_type=client_credentials",
      ),
    ],
  });

interface Made {
  readonly bytes: Uint8Array;
  readonly tookMs: number;
}

async function backup(server: Postern, token: string, encrypt_to: string): Promise<Made> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/auth/v1/backup`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ encrypt_to }),
  });
  if (!answer.ok) throw new Error(`a backup answered ${answer.status}: ${await answer.text()}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { bytes, tookMs: performance.now() - begun };
}

const PROBE_EVERY_MS = 25;

/** The longest that a request waits that has to ask the database, in a backup from its beginning to its end: less than a hundredth of all may meet it. */
async function longestWait(server: Postern, token: string, publicKey: string): Promise<number> {
  const probe = async (): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}/auth/v1/audit?limit=1`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the audit log answered ${answer.status}`);
    return performance.now() - begun;
  };
  let ended = false;
  const made = backup(server, token, publicKey).finally(() => {
    ended = true;
  });
  const probes: Promise<number>[] = [];
  while (!ended) {
    probes.push(probe());
    await pause(PROBE_EVERY_MS);
  }
  await made;
  return Math.max(...(await Promise.all(probes)));
}

interface Measured {
  readonly rows: readonly Row[];
  readonly bytes: Uint8Array;
}

/** Rounds with and without, in turns; with: one backup behind the other for as long as tokens are measured. */
async function measure(
  what: string,
  server: Postern,
  credentials: Credentials,
  publicKey: string,
): Promise<Measured> {
  const token = await adminToken(server.port, credentials);
  const [quiet, busy, took]: [number[], number[], number[]] = [[], [], []];
  let last: Made = await backup(server, token, publicKey);
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push((await tokens(server, credentials)).latency.p99);
    let measuring = true;
    const backups = (async () => {
      while (measuring) {
        last = await backup(server, token, publicKey);
        took.push(last.tookMs);
      }
    })();
    busy.push((await tokens(server, credentials)).latency.p99);
    measuring = false;
    await backups;
  }
  const longest = await longestWait(server, token, publicKey);
  const mebibytes = `${(last.bytes.length / 2 ** 20).toFixed(0)} MiB`;
  const shown = (values: readonly number[]) => values.map(ms).join(", ");
  const bound = median(busy) / median(quiet);
  return {
    bytes: last.bytes,
    rows: [
      info(`${what}: a backup`, `${ms(median(took))}, ${mebibytes}`),
      info(`${what}: p99 of tokens without, ${RATE} a second`, shown(quiet)),
      info(`${what}: p99 of tokens while backups are made`, shown(busy)),
      info(
        `${what}: longest wait for the database, from a backup's beginning to its end`,
        ms(longest),
      ),
      atMost(`${what}: p99 while, to p99 without (medians)`, bound, LIMIT, ratio),
    ],
  };
}

async function run(...words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...words], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`postern ${words[0]} ended with ${code}`);
}

export function benchBackup(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const pair = await makeKeyPair();
    const pg = await startPostgres();
    const rows: Row[] = [];
    const file = join(folder, "bench.backup");
    let seeded: Awaited<ReturnType<typeof seedUsers>>;
    try {
      seeded = await seedUsers(pg, USERS);
      const server = await startPostern(seeded.flags);
      try {
        const measured = await measure("Postgres", server, seeded.credentials, pair.public);
        rows.push(...measured.rows);
        await writeFile(file, measured.bytes);
      } finally {
        await server.stop();
      }
    } finally {
      await pg.stop();
    }
    await writeFile(join(folder, "private.pem"), pair.private);
    const [, , , setting = ""] = seeded.flags;
    const target = ["--data-dir", join(folder, "data"), "--set", setting];
    const begun = performance.now();
    await run("restore", file, "--key", join(folder, "private.pem"), ...target);
    rows.push(info("restored into the embedded database", ms(performance.now() - begun)));
    const embedded = await startPostern(target);
    try {
      rows.push(...(await measure("embedded", embedded, seeded.credentials, pair.public)).rows);
    } finally {
      await embedded.stop();
    }
    return {
      title: `Backups of ${USERS.toLocaleString("en")} users while the service serves`,
      rows,
    };
  });
}
