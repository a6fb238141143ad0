/** Sends requests to servers that break every rule and tells how each one ended, one line per kind. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { createHttpClient } from "../../../../src/adapters/http-client.ts";
import { nodeInsecureFetch } from "../../../../src/adapters/node/insecure-fetch.ts";
import { createPublicFetch } from "../../../../src/adapters/public-fetch.ts";
import { countLooseFailures } from "./count-loose-failures.ts";

/** One kind of server. */
interface Attempt {
  readonly name: string;
  readonly url: string;
  readonly addresses?: readonly string[];
  readonly times?: number;
  /** Any certificate, past the guard: the way of administrators' own servers. */
  readonly unguarded?: boolean;
}

const LIMIT = 700;
const [plan = "[]", root = ""] = process.argv.slice(2);
const loose = countLooseFailures();
const ca = readFileSync(root, "utf8");
const insecure = "Bun" in globalThis || "Deno" in globalThis ? undefined : nodeInsecureFetch;

for (const attempt of JSON.parse(plan) as Attempt[]) {
  const { name, url, addresses = ["127.0.0.1"], times = 1, unguarded = false } = attempt;
  const exempt = [new URL(url).origin];
  const guarded = createPublicFetch({ exempt, ca, resolve: async () => addresses });
  const http = createHttpClient(insecure, guarded);
  const options = unguarded ? { insecure: true } : { publicOnly: true };
  const outcomes = new Set<string>();
  for (let time = 0; time < times; time++) {
    const asked = http(new Request(url), { timeout: LIMIT, maxBytes: 5_000, ...options });
    const outcome = asked.then(
      async (response) => `${response.status} ${await response.text()}`,
      (error: Error) => (unguarded ? "fails" : error.name),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const never = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, LIMIT + 5_000, "never ends");
    });
    outcomes.add(await Promise.race([outcome, never]));
    clearTimeout(timer);
  }
  console.log(`${name}: ${[...outcomes].join(", ")}`);
}
// What is still to come from connections that were given up.
await new Promise((resolve) => setTimeout(resolve, 200));
console.log(`loose: ${loose()}`);
console.log("done");
