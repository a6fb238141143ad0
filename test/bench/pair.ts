/** Two instances on one database, and what one PATCH costs both of them. */
import { randomInt } from "node:crypto";
import type { TestPostgres } from "../support/postgres.ts";
import type { Probe } from "./probe.ts";
import {
  adminToken,
  type Credentials,
  credentialsOf,
  newKey,
  type Postern,
  startPostern,
} from "./processes.ts";
import { seed, userId } from "./seed.ts";

export interface Trial {
  /** From sending the PATCH until the other instance answers with the new value. */
  readonly seenMs: number;
  /** Until the PATCH was acknowledged. */
  readonly savedMs: number;
  readonly writerPauseMs: number;
  readonly readerPauseMs: number;
}

export interface Pair {
  readonly users: number;
  readonly writer: Postern;
  readonly reader: Postern;
  readonly token: string;
  /** Memory of the reader, which only loaded and followed. */
  readonly rssMiB: number;
  /** The same after a moment: what the start alone needed is given back by then, or never. And the longest pause until then. */
  rest(): Promise<Pick<Probe, "rssMiB" | "pauseMs">>;
  stop(): Promise<void>;
}

/** Not to be seen within this long means broken, not slow. */
const LOST_AFTER_MS = 10_000;
/** Collection of garbage that a PATCH caused may come a little later. */
const AFTERMATH_MS = 25;
const REST_MS = 10_000;

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

function ask({ process: child }: Postern): Promise<Probe> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(message as Probe));
    child.send("probe");
  });
}

/** A database with so many users, and how its instances open it. */
export interface Seeded {
  readonly users: number;
  readonly flags: readonly string[];
  readonly credentials: Credentials;
}

/** Seeds a fresh database with so many users. */
export async function seedUsers(pg: TestPostgres, users: number): Promise<Seeded> {
  const dsn = await pg.createDatabase(`bench_${users}`);
  const key = newKey();
  const flags = ["--database-dsn", dsn, "--set", `encryption.key=${key}`];
  const first = await startPostern(flags);
  const credentials = await credentialsOf(first);
  await first.stop();
  await seed(dsn, key, users);
  return { users, flags, credentials };
}

/** Starts two instances, one after the other. */
export async function startPair({ users, flags, credentials }: Seeded): Promise<Pair> {
  const writer = await startPostern(flags, { probed: true });
  const reader = await startPostern(flags, { probed: true });
  const { rssMiB } = await ask(reader);
  return {
    users,
    writer,
    reader,
    token: await adminToken(writer.port, credentials),
    rssMiB,
    rest: async () => {
      await pause(REST_MS);
      return ask(reader);
    },
    async stop() {
      await Promise.all([writer.stop(), reader.stop()]);
    },
  };
}

const userUrl = ({ port }: Postern, id: string) =>
  `http://127.0.0.1:${port}/auth/v1/users/${id}?add_roles=false&add_permissions=false`;

async function described({ reader, token }: Pair, id: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(userUrl(reader, id), { headers });
  const body = (await response.json()) as { payload?: { description?: unknown } };
  if (!response.ok) throw new Error(`reading a user answered ${response.status}`);
  return body.payload?.description;
}

async function save({ writer, token }: Pair, id: string, description: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(userUrl(writer, id), {
    method: "PATCH",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ description }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`changing a user answered ${response.status}`);
  return performance.now() - started;
}

/** One PATCH on the writer, watched on the reader. */
export async function changeOne(pair: Pair): Promise<Trial> {
  const id = userId(randomInt(pair.users));
  const description = `changed ${randomInt(2 ** 40)}`;
  await Promise.all([ask(pair.writer), ask(pair.reader)]);
  const started = performance.now();
  const saved = save(pair, id, description);
  saved.catch(() => undefined);
  while ((await described(pair, id)) !== description) {
    if (performance.now() - started > LOST_AFTER_MS) throw new Error("a change was never seen");
    await pause(1);
  }
  const seenMs = performance.now() - started;
  const savedMs = await saved;
  await pause(AFTERMATH_MS);
  const [writer, reader] = await Promise.all([ask(pair.writer), ask(pair.reader)]);
  return { seenMs, savedMs, writerPauseMs: writer.pauseMs, readerPauseMs: reader.pauseMs };
}

/** The same reads without a PATCH: what pauses are there anyway. */
export async function changeNothing(pair: Pair): Promise<number> {
  const id = userId(randomInt(pair.users));
  await Promise.all([ask(pair.writer), ask(pair.reader)]);
  const until = performance.now() + AFTERMATH_MS * 2;
  while (performance.now() < until) {
    await described(pair, id);
    await pause(1);
  }
  return (await ask(pair.reader)).pauseMs;
}
