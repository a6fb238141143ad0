/** `client_credentials` with each algorithm: beside oidc-provider with the same one, and beside our RS256 on each runtime, and runtimes beside Node. */
import { join } from "node:path";
import { httpRequest } from "./load.ts";
import {
  adminToken,
  basic,
  credentialsOf,
  formHeaders,
  type Running,
  startProgram,
  startServer,
  withFolder,
} from "./processes.ts";
import {
  AHEAD_OF_PEER,
  atLeast,
  type BenchResult,
  info,
  limit,
  perSecond,
  type Row,
} from "./result.ts";
import { type Contender, costOf, race, type Standing } from "./rounds.ts";

const ROOT = join(import.meta.dirname, "../..");
const ALGORITHMS = ["ES256", "EdDSA"] as const;
type Algorithm = (typeof ALGORITHMS)[number] | "RS256";
/** Of our own RS256, and of Node. */
const OF_RS256 = 2.5;
const OF_NODE = 0.7;

const RUNTIMES = {
  Node: ["node"],
  Bun: ["bun"],
  Deno: ["deno", "run", "-A"],
} as const;
type Runtime = keyof typeof RUNTIMES;

const resourceOf = (algorithm: Algorithm) => `https://${algorithm.toLowerCase()}.example.com`;
const shown = ({ perSecond: rate, cpu }: Standing) =>
  `${perSecond(rate)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

interface Ours {
  readonly server: Running;
  contender(algorithm: Algorithm): Contender;
}

/** Access tokens for one resource are signed with each algorithm. */
async function start(runtime: Runtime, folder: string): Promise<Ours> {
  const [program, ...before] = RUNTIMES[runtime];
  const server = await startProgram(1, (port = 0) => ({
    file: join(ROOT, "node_modules/.bin", program),
    args: [
      ...[...before, join(ROOT, "src/cli/postern.ts"), "serve", "--log-level", "warn"],
      ...["--port", String(port), "--data-dir", folder],
    ],
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  }));
  const credentials = await credentialsOf({ folder });
  const url = `http://127.0.0.1:${server.port}/auth/v1/settings/jwt`;
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await adminToken(server.port, credentials)}`,
  };
  const { payload } = (await (await fetch(url, { headers })).json()) as {
    payload: { value: { kid: string } };
  };
  const resource_algorithms = Object.fromEntries(ALGORITHMS.map((alg) => [resourceOf(alg), alg]));
  const value = { kid: payload.value.kid, algorithms: ALGORITHMS, resource_algorithms };
  const body = JSON.stringify({ value });
  const written = await fetch(url, { method: "PUT", headers, body });
  if (!written.ok) throw new Error(`the algorithms were refused: ${await written.text()}`);
  return {
    server,
    contender: (algorithm) => ({
      name: algorithm,
      server,
      requests: [
        httpRequest(
          ...(["POST", "/auth/oauth2/token"] as const),
          { ...formHeaders, Authorization: basic(credentials.demo) },
          `grant_type=client_credentials&resource=${encodeURIComponent(resourceOf(algorithm))}`,
        ),
      ],
    }),
  };
}

const PEER = { id: "bench", secret: "bench-secret-bench-secret-bench-secret" };

async function besidePeer(ours: Ours, algorithm: Algorithm): Promise<Row[]> {
  const server = await startServer("oidc-provider", algorithm);
  const bare = await startServer("bare-sign", "700", algorithm);
  try {
    const headers = { ...formHeaders, Authorization: basic(PEER) };
    const requests = [httpRequest("POST", "/token", headers, "grant_type=client_credentials")];
    const own = ours.contender(algorithm);
    const least: Contender = { name: "least", server: bare, requests: own.requests };
    const standings = await race([own, { name: "peer", server, requests }, least], { awake: true });
    const of = (name: string) => standings.get(name) as Standing;
    return [
      info(`${algorithm}: Postern`, shown(of(own.name))),
      info(`${algorithm}: oidc-provider`, shown(of("peer"))),
      info(`${algorithm}: a server that only parses and signs`, shown(of("least"))),
      limit(
        `${algorithm}: that server to oidc-provider`,
        costOf(of("peer"), of("least")),
        AHEAD_OF_PEER,
      ),
      atLeast(
        `${algorithm}: Postern to oidc-provider`,
        costOf(of("peer"), of(own.name)),
        AHEAD_OF_PEER,
      ),
    ];
  } finally {
    await bare.stop();
    await server.stop();
  }
}

/** RS256 and EdDSA on each runtime, all in turns, so that runtimes can be compared, too. */
async function byRuntime(ours: ReadonlyMap<Runtime, Ours>): Promise<Row[]> {
  const kinds = ["RS256", "EdDSA"] as const;
  const name = (runtime: Runtime, algorithm: Algorithm) => `${runtime}: ${algorithm}`;
  const contenders = [...ours].flatMap(([runtime, one]) =>
    kinds.map((kind) => ({ ...one.contender(kind), name: name(runtime, kind) })),
  );
  const standings = await race(contenders);
  const of = (runtime: Runtime, kind: Algorithm) => standings.get(name(runtime, kind)) as Standing;
  return [...ours.keys()].flatMap((runtime) => {
    const [rsa, eddsa] = kinds.map((kind) => of(runtime, kind));
    return [
      ...kinds.map((kind) => info(name(runtime, kind), shown(of(runtime, kind)))),
      atLeast(`${runtime}: EdDSA to RS256`, costOf(rsa, eddsa), OF_RS256),
      ...(runtime === "Node"
        ? []
        : [atLeast(`${runtime}: RS256, to Node`, costOf(of("Node", "RS256"), rsa), OF_NODE)]),
    ];
  });
}

export function benchAlgorithms(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const ours = new Map<Runtime, Ours>();
    try {
      for (const runtime of Object.keys(RUNTIMES) as Runtime[]) {
        ours.set(runtime, await start(runtime, join(folder, runtime)));
      }
      const rows = await byRuntime(ours);
      const node = ours.get("Node") as Ours;
      for (const algorithm of ALGORITHMS) rows.push(...(await besidePeer(node, algorithm)));
      return { title: "client_credentials over HTTP by algorithm, 32 connections", rows };
    } finally {
      await Promise.all([...ours.values()].map(({ server }) => server.stop()));
    }
  });
}
