/** Asks for URLs that a stranger gave and tells what came of it, one line per request. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { createHttpClient } from "../../../../src/adapters/http-client.ts";
import { createPublicFetch } from "../../../../src/adapters/public-fetch.ts";
import { createHostResolver } from "../../../../src/adapters/resolve-host.ts";
import type { HttpOptions } from "../../../../src/runtime.ts";

const [secure = "", plain = "", expired = "", names = "", root = "", authority = ""] =
  process.argv.slice(2);
const askNames = createHostResolver([`127.0.0.1:${names}`]);
/** The first is refused: nothing listens there. */
const LOCAL = ["127.0.0.2", "127.0.0.1"];
const local = async () => LOCAL;

const here = `https://docs.example.com:${secure}`;
const other = `https://other.example.com:${secure}`;
const bare = `http://docs.example.com:${plain}`;
const exempt = [here, other, bare, `http://127.0.0.1:${plain}`];
const ca = readFileSync(root, "utf8");
const development = createHttpClient(undefined, createPublicFetch({ exempt, ca, resolve: local }));
const distrustful = createHttpClient(undefined, createPublicFetch({ exempt, resolve: local }));
const strict = createHttpClient(undefined, createPublicFetch({ ca, resolve: askNames }));

async function tell(
  name: string,
  http: typeof strict,
  request: Request,
  options: HttpOptions = {},
): Promise<void> {
  const from = performance.now();
  const answer = await http(request, { publicOnly: true, ...options }).then(
    async (response) => {
      const text = await response.text();
      return `${response.status} ${text.length > 200 ? `${text.length} bytes` : text}`;
    },
    (error: Error) => `${error.name} ${error.message}`,
  );
  const late = performance.now() - from > 5_000 ? " late" : "";
  console.log(`${name}: ${answer}${late}`);
}

const get = (url: string) => new Request(url);

/** What the log has of a refusal. */
async function reason(name: string, http: typeof strict, request: Request): Promise<void> {
  const { cause } = (await http(request, { publicOnly: true }).catch(
    (error: Error) => error,
  )) as Error;
  console.log(`${name}: ${(cause as Error | undefined)?.message}`);
}
await tell("named", development, get(`${here}/echo`));
await tell(
  "posted",
  development,
  new Request(`${here}/echo`, { method: "POST", body: "grüße", headers: { "x-asked": "yes" } }),
);
await tell("unknown authority", distrustful, get(`${here}/echo`));
await reason("unknown authority, the log", distrustful, get(`${here}/echo`));
await reason("certificate of another name, the log", development, get(`${other}/echo`));
const late = `https://localhost:${expired}`;
const ended = { exempt: [late], ca: readFileSync(authority, "utf8"), resolve: local };
const outlived = createHttpClient(undefined, createPublicFetch(ended));
await tell("expired", outlived, get(`${late}/echo`));
await reason("expired, the log", outlived, get(`${late}/echo`));
await tell("named again", development, get(`${here}/echo`));
await tell("certificate of another name", development, get(`${other}/echo`));
await tell("plain, exempt", development, get(`${bare}/echo`));
await tell("address, exempt", development, get(`http://127.0.0.1:${plain}/echo`));
await tell("redirect", development, get(`${here}/redirect`));
await tell("at the limit", development, get(`${here}/5000`), { maxBytes: 5_000 });
await tell("endless", development, get(`${here}/endless`), { maxBytes: 5_000 });
await tell("coded", development, get(`${here}/gzip`));
await tell("dripping", development, get(`${here}/drip`), { timeout: 400 });
await tell("silent", development, get(`${here}/silent`), { timeout: 400 });
await tell("cut", development, get(`${here}/cut`));
await tell("leads inside", strict, get("https://inside.example.com/"));
await tell("leads inside, too", strict, get("https://mixed.example.com/"));
await tell("leads inside in IPv6", strict, get("https://inside6.example.com/"));
await tell("leads nowhere", strict, get("https://absent.example.com/"));
await tell("name server is silent", strict, get("https://silent.example.com/"), { timeout: 400 });
const internal = ["127.0.0.0/8", "localhost"];
const written = createHttpClient(undefined, createPublicFetch({ ca, resolve: askNames }));
await tell("internal address", written, get(`http://127.0.0.1:${plain}/echo`), { internal });
await tell("internal name", written, get(`http://localhost:${plain}/echo`), { internal });
await tell("internal, any certificate", written, get(`https://127.0.0.1:${secure}/5000`), {
  internal,
  insecure: true,
});
await tell("internal, its certificate", written, get(`https://127.0.0.1:${secure}/5000`), {
  internal,
});
await tell("not listed", written, get(`http://127.0.0.1:${plain}/echo`), { internal: [] });
await tell("leads inside, written", written, get("https://inside.example.com:8443/"), {
  internal: ["10.99.0.0/16"],
});
const repeatable = true;
const connection = async (options: HttpOptions) => {
  const url = `${here}/connection`;
  return (await development(get(url), { publicOnly: true, ...options })).text();
};
const kept = await connection({ repeatable });
console.log(`kept for repeatable requests alone: ${(await connection({ repeatable })) === kept}`);
console.log(`not for another: ${(await connection({})) !== kept}`);
const post = () => new Request(`${here}/once`, { method: "POST", body: "a token" });
const fresh = createHttpClient(undefined, createPublicFetch({ exempt, ca, resolve: local }));
await tell("posted on a new one", fresh, post(), { repeatable });
await tell("posted on one that had ended", fresh, post(), { repeatable });
const unchecked = { internal, repeatable, insecure: true };
await tell("kept, any certificate", written, get(`https://127.0.0.1:${secure}/once`), unchecked);
await tell("kept, its certificate", written, get(`https://127.0.0.1:${secure}/once`), {
  internal,
  repeatable,
});
await tell("kept, certificate of another name", fresh, get(`${other}/echo`), { repeatable });
const addresses = await askNames("two.example.com", AbortSignal.timeout(5_000));
console.log(`resolved: ${addresses.join(" ")}`);
console.log("done");
