/** Uses the Redis store on the runtime that runs it, tells when Redis comes and goes, ends cleanly. */
import process from "node:process";
import { createRedisConnector } from "../../../../src/adapters/drivers/redis.ts";
import { RedisCodes } from "../../../../src/codes/redis.ts";
import { durationOf } from "../../../../src/std/duration.ts";

// Before the first line, which the test answers with the signal.
let stopping = false;
process.on("SIGTERM", () => {
  stopping = true;
});

const log = { debug() {}, info() {}, warn() {}, error() {} };
const client = createRedisConnector(log)(JSON.parse(process.argv[2] ?? ""));
const codes = new RedisCodes(client, "script:", log);
const MINUTE = durationOf(60_000);
const FLOW = { client_id: "web", redirect_uri: "https://a.test", scope: [], resources: [] };

const ids = Array.from({ length: 30 }, () => crypto.randomUUID());
await Promise.all(ids.map((id) => codes.put("oauth_code", id, code(), MINUTE)));
const takes = await Promise.all(ids.flatMap((id) => [take(id), take(id)]));
const won = takes.filter((taken) => taken?.alias === "ada").length;
await codes.put("authorize", "flow", FLOW, MINUTE);
await codes.claim("flow", "u");
console.log(`works ${won} ${(await codes.take("authorize", "flow"))?.user_id}`);

let state = "up";
while (!stopping) {
  const from = performance.now();
  const now = await codes.get("authorize", "flow").then(
    () => "up",
    (error: { code: string }) => error.code,
  );
  if (now !== state) console.log(`${now} after ${Math.round(performance.now() - from)} ms`);
  state = now;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await client.close();
console.log("closed");

function code() {
  return { alias: "ada", scope: [], resources: [] };
}

function take(id: string) {
  return codes.take("oauth_code", id);
}
