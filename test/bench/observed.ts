/** What watching costs: metrics, traces of each twentieth request and a stream of the audit log, beside a service without them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { httpRequest } from "./load.ts";
import { allowNotes, FORWARDED, manager, QUESTION } from "./notes.ts";
import {
  adminToken,
  basic,
  type Credentials,
  credentialsOf,
  formHeaders,
  type Postern,
  startPostern,
  withFolder,
} from "./processes.ts";
import { atLeast, type BenchResult, info, median, ms, perSecond, type Row } from "./result.ts";
import { type Contender, costOf, race, type Standing } from "./rounds.ts";

const LEAST = 0.95;
const SAMPLED = "0.05";
/** Two processes of the same program differ by up to a tenth, by what V8 made of it: one pair alone says nothing about a twentieth. */
const PAIRS = 3;
const ROUNDS = 10;
const TURN_MS = 600;
const KINDS = ["client_credentials", "check", "session by cookie"] as const;
const GATE = [
  ...["--set", "server.forward_auth.path=/forward-auth"],
  ...["--set", "server.trusted_proxies=127.0.0.1/32"],
];

/** Takes everything and reads nothing: what it costs to receive is none of ours. */
async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    request.once("end", () => response.end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received: () => received, stop: () => server.close() };
}

async function cookieOf({ port }: Postern, { admin }: Credentials): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/login/auth/token/postern`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: admin.id, password: admin.secret }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`signing in answered ${response.status}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return cookies.join("; ");
}

async function contendersOf(name: string, server: Postern): Promise<Contender[]> {
  const credentials = await credentialsOf(server);
  const token = await adminToken(server.port, credentials);
  const bearer = { Authorization: `Bearer ${token}` };
  const client = { ...formHeaders, Authorization: basic(credentials.demo) };
  const question = JSON.stringify({ alias: "admin", ...QUESTION });
  await allowNotes(manager(fetch, `http://127.0.0.1:${server.port}`, token));
  const json = { "Content-Type": "application/json" };
  const cookie = { Cookie: await cookieOf(server, credentials) };
  const requests = [
    httpRequest("POST", "/auth/oauth2/token", client, "grant_type=client_credentials"),
    httpRequest("POST", "/auth/v1/check", { ...bearer, ...json }, question),
    httpRequest("GET", "/forward-auth", { ...cookie, ...FORWARDED }),
  ];
  return requests.map((request, at) => ({
    name: `${KINDS[at]}, ${name}`,
    server,
    requests: [request],
  }));
}

const shown = ({ perSecond: rate, p99, cpu }: Standing) =>
  `${perSecond(rate)}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

interface Pair {
  readonly contenders: readonly Contender[];
  stop(): Promise<void>;
}

/** One service with nothing that watches it and one with everything. */
async function startPair(folder: string, receiver: string): Promise<Pair> {
  const plain = await startPostern(["--data-dir", join(folder, "plain"), ...GATE]);
  const watched = await startPostern(
    [
      ...["--data-dir", join(folder, "watched"), ...GATE],
      ...["--set", `audit.streams.archive.file=${join(folder, "audit.log")}`],
      ...["--set", "server.metrics.enabled=true"],
    ],
    {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
        OTEL_METRIC_EXPORT_INTERVAL: "5000",
        OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
        OTEL_TRACES_SAMPLER_ARG: SAMPLED,
      },
    },
  );
  const without = await contendersOf("without", plain);
  const within = await contendersOf("watched", watched);
  return {
    contenders: without.flatMap((one, at) => [one, within[at] ?? one]),
    stop: async () => void (await Promise.all([plain.stop(), watched.stop()])),
  };
}

/** What several pairs came to, as of one race. */
function joined(races: readonly ReadonlyMap<string, Standing>[], name: string): Standing {
  const all = races.flatMap((standings) => standings.get(name) ?? []);
  const cpus = all.flatMap((standing) => standing.cpus);
  return {
    perSecond: median(all.map(({ perSecond: rate }) => rate)),
    p99: median(all.map(({ p99 }) => p99)),
    cpu: cpus.length > 0 ? median(cpus) : undefined,
    cpus,
  };
}

export async function benchObserved(): Promise<BenchResult> {
  const receiver = await startReceiver();
  const races: Map<string, Standing>[] = [];
  try {
    for (let pair = 0; pair < PAIRS; pair++) {
      await withFolder(async (folder) => {
        const { contenders, stop } = await startPair(folder, receiver.url);
        try {
          races.push(await race(contenders, { rounds: ROUNDS, turnMs: TURN_MS }));
        } finally {
          await stop();
        }
      });
    }
  } finally {
    receiver.stop();
  }
  if (receiver.received() === 0) throw new Error("nothing was sent to the receiver");
  const rows: Row[] = KINDS.flatMap((kind) => {
    const without = joined(races, `${kind}, without`);
    const watched = joined(races, `${kind}, watched`);
    return [
      info(`${kind}, without`, shown(without)),
      info(`${kind}, watched`, shown(watched)),
      atLeast(`${kind}, watched to without`, costOf(without, watched), LEAST),
    ];
  });
  return {
    title: "Watched: metrics, traces of each twentieth request, a stream of the audit log",
    rows: [...rows, info("requests to the receiver", String(receiver.received()))],
  };
}
