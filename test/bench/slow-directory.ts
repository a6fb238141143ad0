/** Logins at once at a directory that takes two seconds for each answer: who else notices (D-3, R-6). */
import { result, SEARCH, scriptedDirectory } from "../support/scripted-directory.ts";
import { httpRequest, load } from "./load.ts";
import {
  adminToken,
  basic,
  credentialsOf,
  formHeaders,
  startPostern,
  withFolder,
} from "./processes.ts";
import { type BenchResult, below, info, ms } from "./result.ts";

const LOGINS_AT_ONCE = 64;
const READS_PER_SECOND = 200;
const ANSWER_AFTER_MS = 2_000;
const RUN_MS = 10_000;
const LIMIT_MS = 100;

export function benchSlowDirectory(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const directory = await scriptedDirectory((asked) => {
      // No one is found: every login asks, and none ever ends early.
      const wait = asked.operation === SEARCH ? ANSWER_AFTER_MS : 0;
      setTimeout(() => asked.socket.writable && asked.socket.write(result(asked)), wait);
    });
    const ours = await startPostern(["--data-dir", folder]);
    try {
      const credentials = await credentialsOf(ours);
      const { admin, login } = credentials;
      const form = (username: string, password: string) =>
        new URLSearchParams({ grant_type: "password", username, password }).toString();
      const headers = { ...formHeaders, Authorization: basic(login) };
      const local = {
        port: ours.port,
        connections: 1,
        requests: [
          httpRequest("POST", "/auth/oauth2/token", headers, form(admin.id, admin.secret)),
        ],
        warmUpMs: 1_000,
        measuredMs: RUN_MS,
      };
      const read = {
        ...local,
        connections: 8,
        requests: [httpRequest("GET", "/auth/oauth2/certs")],
        ratePerSecond: READS_PER_SECOND,
      };
      const rest = await load(local);
      const token = await adminToken(ours.port, credentials);
      const config = { addr: directory.url, allow_plain: true, user_base_dn: "dc=example,dc=com" };
      const saved = await fetch(`http://127.0.0.1:${ours.port}/auth/v1/ldap/configs/slow`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ config: { ...config, disable_sync: true } }),
      });
      if (!saved.ok) throw new Error(await saved.text());
      const until = performance.now() + RUN_MS + 1_000;
      let asked = 0;
      /** Refused in the end, as no one is found; another name each time, so that none is refused for its own tries. */
      async function signIn(): Promise<void> {
        while (performance.now() < until) {
          const body = form(`p${++asked}`, "a password");
          const url = `http://127.0.0.1:${ours.port}/auth/oauth2/token`;
          await (await fetch(url, { method: "POST", headers, body })).text();
        }
      }
      const people = Array.from({ length: LOGINS_AT_ONCE }, signIn);
      const [during, locals] = await Promise.all([load(read), load(local), ...people]);
      return {
        title: `${LOGINS_AT_ONCE} logins at once at a directory that answers after ${ANSWER_AFTER_MS / 1_000} s`,
        rows: [
          info("searches that the directory got", String(directory.asked.length)),
          info("local login alone, p50", ms(rest.latency.p50)),
          info("local login meanwhile, p50", ms(locals.latency.p50)),
          info("JWKS meanwhile, p50", ms(during.latency.p50)),
          below("JWKS meanwhile, p99", during.latency.p99, LIMIT_MS, ms),
        ],
      };
    } finally {
      await ours.stop();
      await directory.stop();
    }
  });
}
