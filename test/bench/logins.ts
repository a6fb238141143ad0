/** 64 password logins at once, and what readers of the JWKS notice of it. */
import { httpRequest, load } from "./load.ts";
import { basic, credentialsOf, formHeaders, startPostern, withFolder } from "./processes.ts";
import { type BenchResult, below, info, ms } from "./result.ts";

const LOGINS_AT_ONCE = 64;
const READS_PER_SECOND = 200;
const RUN_MS = 10_000;
const LIMIT_MS = 100;

export function benchLogins(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const ours = await startPostern(["--data-dir", folder]);
    try {
      const { admin, login } = await credentialsOf(ours);
      const read = {
        port: ours.port,
        connections: 8,
        requests: [httpRequest("GET", "/auth/oauth2/certs")],
        warmUpMs: 1_000,
        measuredMs: RUN_MS,
        ratePerSecond: READS_PER_SECOND,
      };
      const form = new URLSearchParams({
        grant_type: "password",
        username: admin.id,
        password: admin.secret,
      }).toString();
      const headers = { ...formHeaders, Authorization: basic(login) };
      const rest = await load(read);
      const [logins, during] = await Promise.all([
        load({
          port: ours.port,
          connections: LOGINS_AT_ONCE,
          requests: [httpRequest("POST", "/auth/oauth2/token", headers, form)],
          warmUpMs: 1_000,
          measuredMs: RUN_MS,
        }),
        load(read),
      ]);
      return {
        title: `${LOGINS_AT_ONCE} password logins at once, JWKS read ${READS_PER_SECOND} times a second`,
        rows: [
          info("logins", `${logins.perSecond.toFixed(1)}/s, p50 ${ms(logins.latency.p50)}`),
          info("JWKS at rest", `p50 ${ms(rest.latency.p50)}, p99 ${ms(rest.latency.p99)}`),
          info("JWKS during logins, p50", ms(during.latency.p50)),
          info("JWKS during logins, longest", ms(during.latency.max)),
          below("JWKS during logins, p99", during.latency.p99, LIMIT_MS, ms),
        ],
      };
    } finally {
      await ours.stop();
    }
  });
}
