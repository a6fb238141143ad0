/** Asks servers over the runtime's own HTTP client and tells what came of it, one line per request. */
import process from "node:process";
import { createRuntime } from "../../../../src/adapters/current.ts";

const [secure = "", plain = ""] = process.argv.slice(2);
const { http } = await createRuntime({ memory: true });

async function tell(name: string, url: string, options: Parameters<typeof http>[1]): Promise<void> {
  const from = performance.now();
  const answer = await http(new Request(url), options).then(
    async (response) => {
      const coding = response.headers.get("content-encoding") ?? "plain";
      return `${response.status} ${coding} ${(await response.text()).length}`;
    },
    (error: Error) => (/cannot be used/.test(error.message) ? "refused here" : "failed"),
  );
  const late = performance.now() - from > 5_000 ? " late" : "";
  console.log(`${name}: ${answer}${late}`);
}

await tell("verified", `${secure}/ok`, {});
await tell("insecure", `${secure}/ok`, { insecure: true });
await tell("verified again", `${secure}/ok`, {});
await tell("insecure redirect", `${secure}/redirect`, { insecure: true });
await tell("insecure dripping", `${secure}/drip`, { insecure: true, timeout: 400 });
await tell("insecure endless", `${secure}/endless`, { insecure: true, maxBytes: 5_000 });
await tell("redirect", `${plain}/redirect`, {});
await tell("dripping", `${plain}/drip`, { timeout: 400 });
await tell("endless", `${plain}/endless`, { maxBytes: 5_000 });
await tell("gzip", `${plain}/gzip`, {});
await tell("bomb", `${plain}/bomb`, {});
console.log("done");
