/** A service on a port, whose names lead where a stranger would let them lead; SIGTERM ends it and tells what was left over. */
import process from "node:process";
import { createRuntime, serve } from "../../../src/adapters/current.ts";
import { createParsedAuth } from "../../../src/auth.ts";
import { parseOptions } from "../../../src/options.ts";
import { countLooseFailures } from "../../integration/adapters/scripts/count-loose-failures.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  // Sending to a broadcast address fails in the same moment, as without a route.
  "unreachable.example.com": ["255.255.255.255"],
  "hundreds.example.com": Array.from({ length: 300 }, () => "255.255.255.255"),
  "unreachable6.example.com": ["::ffff:255.255.255.255"],
  "inside.example.com": ["10.0.0.1"],
};
const loose = countLooseFailures();
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (text: string) => console.log(`error ${text}`),
};
const runtime = await createRuntime({
  memory: true,
  log,
  public_fetch: {
    exempt: Object.keys(NAMES).map((name) => `https://${name}`),
    async resolve(name) {
      if (name === "broken.example.com") throw new Error("no name server answers");
      return NAMES[name] ?? [];
    },
  },
});
const auth = createParsedAuth(parseOptions({ encryption: { key: "a key of the test" } }), runtime);
await auth.ready;
const server = await serve((request, env) => auth.fetch(request, env), {
  host: "127.0.0.1",
  port: 0,
  log,
});
process.on("SIGTERM", async () => {
  await server.stop(1_000);
  await auth.close();
  console.log(`loose: ${loose()}`);
  process.exit(0);
});
console.log(`url ${server.url}`);
