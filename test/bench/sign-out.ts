/** A thousand sign-ins at fifty applications end at once, and one of the applications takes requests and never answers. */
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { testAuth } from "../support/auth.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { startPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, putClient } from "../support/tokens.ts";
import { atMost, type BenchResult, exactly, info, ms } from "./result.ts";

const APPLICATIONS = 50;
const SESSIONS_EACH = 20;
const REACHED = (APPLICATIONS - 1) * SESSIONS_EACH;
const LIMIT_MS = 5_000;
/** After it what is missing is not waited for. */
const GIVE_UP_MS = 60_000;

interface Measured {
  /** Until the request of the administrator was answered. */
  readonly answered: number;
  /** Until the last of the applications that are there was notified. */
  readonly notified: number;
  readonly count: number;
  readonly askedDead: number;
  /** Milliseconds of the processor, for the service and the applications. */
  readonly processor: number;
}

async function measure(dsn?: string): Promise<Measured> {
  // A host of its own: conversations are bounded for each.
  await using host = await startDocumentHost();
  await using dead = await startDocumentHost();
  const { exempt = [], ...rest } = host.publicFetch;
  const publicFetch = { ...rest, exempt: [...exempt, ...(dead.publicFetch.exempt ?? [])] };
  const runtime = testRuntime({ publicFetch, loops: true });
  await using service = await testAuth(dsn === undefined ? {} : { database: { dsn } }, runtime);
  const ada = await createAda(service);
  let count = 0;
  let last = 0;
  let askedDead = 0;
  for (let at = 0; at < APPLICATIONS; at++) {
    const id = `application-${at}`;
    const backchannel_logout_uri =
      at === 0
        ? dead.answer("/dead", () => void askedDead++)
        : host.answer(`/${id}`, (request, response) => {
            count += 1;
            last = performance.now();
            request.resume().on("end", () => response.writeHead(200).end());
          });
    await putClient(service, id, {
      client_secret: "a secret of an application",
      backchannel_logout_uri,
      backchannel_logout_session_required: true,
    });
    const { store } = await service.auth.service;
    await store.db.execute(sql`
      insert into auth_client_sign_ins (user_id, client_id, sign_in, issuer, by_session, expires_at)
      select ${ada}, ${id}, ${id} || n, 'https://id.example.com/auth/oauth2', true, now() + interval '1 day'
      from generate_series(1, ${SESSIONS_EACH}::int) n`);
  }
  const before = process.cpuUsage();
  const from = performance.now();
  const { status } = await service.json("DELETE", `/auth/v1/users/${ada}/sign-ins`);
  if (status !== 200) throw new Error(`ending the sign-ins answered ${status}`);
  const answered = performance.now() - from;
  while (count < REACHED && performance.now() - from < GIVE_UP_MS) await setTimeout(10);
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1_000;
  return { answered, notified: last - from, count, askedDead, processor };
}

const rowsOf = (where: string, { answered, notified, count, askedDead, processor }: Measured) => [
  exactly(`${where}: logout tokens that arrived`, count, REACHED),
  atMost(`${where}: until the last one`, notified, LIMIT_MS, ms),
  info(`${where}: until the administrator had the answer`, ms(answered)),
  info(`${where}: processor time of the service and the applications`, ms(processor)),
  info(`${where}: conversations with the one that does not answer`, String(askedDead)),
];

export async function benchSignOut(): Promise<BenchResult> {
  const embedded = await measure();
  const postgres = await startPostgres();
  try {
    const real = await measure(await postgres.createDatabase("bench_sign_out"));
    return {
      title: `${APPLICATIONS * SESSIONS_EACH} sign-ins at ${APPLICATIONS} applications end at once, and one application never answers`,
      rows: [...rowsOf("PGlite", embedded), ...rowsOf("Postgres", real)],
    };
  } finally {
    await postgres.stop();
  }
}
