/** Ours on each store and the peer, with one client and a signed-in user. */
import { startPostgres } from "../support/postgres.ts";
import { startRedis } from "../support/redis.ts";
import { CONNECTIONS, type Entrant } from "./flow-race.ts";
import { playOnce, type Step, type Variables } from "./flow-script.ts";
import { CALLBACK, CLIENT, ourFlow, peerFlow, RESOURCE } from "./flow-scripts.ts";
import {
  adminToken,
  credentialsOf,
  newKey,
  type Postern,
  type Running,
  startPostern,
  startServer,
  withFolder,
} from "./processes.ts";

/** `memory` keeps codes in memory and the rest in the embedded database. */
export type OurStore = "memory" | "postgres" | "redis";

export interface Ours {
  readonly server: Postern;
  readonly flow: readonly Step[];
}

/** A user with the claims that the peer's accounts have. */
export async function prepareFlow(server: Postern): Promise<string> {
  const token = await adminToken(server.port, await credentialsOf(server));
  const url = `http://127.0.0.1:${server.port}/auth/v1/oauth/clients/${CLIENT.id}`;
  const response = await fetch(url, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ config: { client_secret: CLIENT.secret, redirect_uris: [CALLBACK] } }),
  });
  if (!response.ok) throw new Error(`the client was refused: ${await response.text()}`);
  await response.arrayBuffer();
  return token;
}

/** Runs `use` with one of ours on that store, and removes everything after it. */
export async function withOurs<T>(store: OurStore, use: (ours: Ours) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const flags = [
        "--set",
        `cache.code_store.active=${store === "postgres" ? "database" : store}`,
      ];
      if (store === "postgres") {
        const pg = await startPostgres();
        stops.push(() => pg.stop());
        const key = newKey();
        const dsn = await pg.createDatabase("bench_flow");
        flags.push("--database-dsn", dsn, "--set", `encryption.key=${key}`);
      } else {
        flags.push("--data-dir", folder);
      }
      if (store === "redis") {
        const redis = await startRedis();
        stops.push(() => redis.stop());
        flags.push("--set", `cache.code_store.redis.address=${redis.address}`);
      }
      const server = await startPostern(flags);
      stops.push(() => server.stop());
      const userToken = await prepareFlow(server);
      return await use({ server, flow: await ourFlow(server.port, userToken) });
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  });
}

/** What `admin` says of itself at ours, so that both write the same number of claims. */
const PROFILE = { name: "Administrator", preferred_username: "admin", updated_at: 1_790_000_000 };

export async function withPeer<T>(use: (server: Running) => Promise<T>): Promise<T> {
  const given = { ...CLIENT, callback: CALLBACK, resource: RESOURCE, profile: PROFILE };
  const server = await startServer("oidc-provider-flow", JSON.stringify(given));
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Bytes that a signature of our tokens covers. */
const SIGNED_BYTES = "700";

/** A server that takes our requests apart and makes so many signatures for its tokens. */
export async function withLeast<T>(
  signatures: number,
  use: (server: Running) => Promise<T>,
): Promise<T> {
  const server = await startServer("bare-sign", SIGNED_BYTES, "RS256", String(signatures));
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Tokens of so many flows, one after the other. */
export async function tokensOf(
  { port }: Running,
  steps: readonly Step[],
  count = CONNECTIONS,
): Promise<Variables[]> {
  const all: Variables[] = [];
  while (all.length < count) all.push(await playOnce(port, steps));
  return all;
}

export const ourEntrant = (
  name: string,
  { server, flow }: { readonly server: Running; readonly flow: readonly Step[] },
): Entrant => ({
  name,
  server,
  load: { steps: flow, starts: Array.from({ length: CONNECTIONS }, () => ({})) },
});

/** Every connection is a browser of its own with a session of its own. */
export async function peerEntrant(name: string, server: Running): Promise<Entrant> {
  const starts = await tokensOf(
    server,
    await peerFlow(server.port, { jwt: true, signedIn: false }),
  );
  const steps = await peerFlow(server.port, { jwt: true, signedIn: true });
  return { name, server, load: { steps, starts } };
}
