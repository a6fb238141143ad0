/** What a client asks once it has tokens: refresh, introspection, userinfo. */
import { CONNECTIONS, type Entrant, raceFlows } from "./flow-race.ts";
import { BARE, BARE_SIGNED, LEAST, MEMORY, PEER, POSTGRES, rowsOf } from "./flow-rows.ts";
import { playOnce, rendered, type Step } from "./flow-script.ts";
import { introspect, peerFlow, refresh, userinfo } from "./flow-scripts.ts";
import { type Ours, tokensOf, withLeast, withOurs, withPeer } from "./flow-servers.ts";
import { type Running, startServer } from "./processes.ts";
import { type BenchResult, OF_A_BARE_APP, OF_A_BARE_QUERY } from "./result.ts";
import { signingKey } from "./signing-key.ts";

interface Query {
  readonly what: string;
  readonly step: (path: string, port: number) => Step;
  readonly ourPath: string;
  readonly peerPath: string;
  /** The peer takes only opaque access tokens back, but issues JWTs as ours does. */
  readonly peerJwt: boolean;
  /** Target of the ratio to a bare app, where there is one. */
  readonly ofBare?: number;
  /** RSA signatures of one answer, if any. */
  readonly signatures?: number;
}

/** The same request with the tokens of as many flows as there are connections, each tried once. */
async function entrant(
  name: string,
  server: Running,
  flow: readonly Step[],
  step: Step,
): Promise<Entrant> {
  const tokens = await tokensOf(server, [...flow, step]);
  return { name, server, load: { requests: tokens.map((of) => rendered(step, of)) } };
}

/** A bare app that takes our requests and gives our answer back, and one that checks the token before. */
async function withBareApps<T>(
  { server: { port }, flow }: Ours,
  step: Step,
  use: (bare: Running, signed: Running) => Promise<T>,
): Promise<T> {
  const { answer = "", access = "" } = await playOnce(port, [...flow, step]);
  const given = { method: step.method, path: step.path, answer: JSON.parse(answer) as object };
  const key = await signingKey(`http://127.0.0.1:${port}/auth/oauth2/certs`, access);
  const bare = await startServer("bare-parse", JSON.stringify(given));
  try {
    const checked = { way: "verified", key };
    const signed = await startServer("bare-parse", JSON.stringify({ ...given, checked }));
    try {
      return await use(bare, signed);
    } finally {
      await signed.stop();
    }
  } finally {
    await bare.stop();
  }
}

async function race(
  what: string,
  entrants: readonly Entrant[],
  ofBare?: number,
): Promise<BenchResult> {
  return {
    title: `${what} over HTTP, RSA 2048, ${CONNECTIONS} connections`,
    rows: rowsOf(what, await raceFlows(entrants, { awake: ofBare !== undefined }), { ofBare }),
  };
}

function bench({ what, step, ourPath, peerPath, ...query }: Query): Promise<BenchResult> {
  const ofOurs = (name: string, { server, flow }: Ours) =>
    entrant(name, server, flow, step(ourPath, server.port));
  return withPeer((peer) =>
    withOurs("memory", (memory) =>
      withOurs("postgres", async (postgres) => {
        const flow = await peerFlow(peer.port, { jwt: query.peerJwt, signedIn: false });
        const ours = await ofOurs(MEMORY, memory);
        const entrants = [
          ours,
          await ofOurs(POSTGRES, postgres),
          await entrant(PEER, peer, flow, step(peerPath, peer.port)),
        ];
        const { ofBare, signatures } = query;
        if (signatures !== undefined) {
          return withLeast(signatures, (server) =>
            race(what, [...entrants, { ...ours, name: LEAST, server }]),
          );
        }
        return withBareApps(memory, step(ourPath, memory.server.port), (server, signed) => {
          const bare = [
            { ...ours, name: BARE, server },
            { ...ours, name: BARE_SIGNED, server: signed },
          ];
          return race(what, [...entrants, ...bare], ofBare);
        });
      }),
    ),
  );
}

export const benchRefresh = () =>
  bench({
    what: "refresh",
    step: refresh,
    ourPath: "/auth/oauth2/token",
    peerPath: "/token",
    peerJwt: true,
    signatures: 2,
  });

export const benchIntrospection = () =>
  bench({
    what: "introspection",
    step: introspect,
    ourPath: "/auth/oauth2/introspect",
    peerPath: "/token/introspection",
    peerJwt: false,
    ofBare: OF_A_BARE_QUERY,
  });

export const benchUserinfo = () =>
  bench({
    what: "userinfo",
    step: userinfo,
    ourPath: "/auth/oauth2/userinfo",
    peerPath: "/me",
    peerJwt: false,
    ofBare: OF_A_BARE_APP,
  });
