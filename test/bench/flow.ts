/** The full code flow over HTTP: authorize, decision, code, tokens. */
import { redisMissing } from "../support/redis.ts";
import { CONNECTIONS, type Entrant, raceFlows } from "./flow-race.ts";
import { LEAST, MEMORY, PEER, POSTGRES, REDIS, rowsOf } from "./flow-rows.ts";
import { ourFlow } from "./flow-scripts.ts";
import { ourEntrant, peerEntrant, withLeast, withOurs, withPeer } from "./flow-servers.ts";
import { type BenchResult, info } from "./result.ts";

async function race(entrants: readonly Entrant[]): Promise<BenchResult> {
  const requests = entrants.map(
    ({ name, load }) => [name, "steps" in load ? load.steps.length : 1] as const,
  );
  const rows = rowsOf("code flow", await raceFlows(entrants), {
    requests: new Map(requests),
    stores: true,
  });
  const skipped = redisMissing ? [info(`code flow, ${REDIS}`, redisMissing)] : [];
  return {
    title: `Code flow over HTTP, RS256, RSA 2048, ${CONNECTIONS} connections`,
    rows: [...rows, ...skipped],
  };
}

/** An access token and an ID token. */
const SIGNATURES = 2;

export function benchFlow(): Promise<BenchResult> {
  return withPeer((peer) =>
    withLeast(SIGNATURES, (least) =>
      withOurs("memory", (memory) =>
        withOurs("postgres", async (postgres) => {
          const flow = await ourFlow(least.port, "of-no-user");
          const entrants = [
            ourEntrant(MEMORY, memory),
            ourEntrant(POSTGRES, postgres),
            await peerEntrant(PEER, peer),
            ourEntrant(LEAST, { server: least, flow }),
          ];
          if (redisMissing) return race(entrants);
          return withOurs("redis", (redis) => race([...entrants, ourEntrant(REDIS, redis)]));
        }),
      ),
    ),
  );
}
