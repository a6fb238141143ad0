import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadScript } from "./flow-load.ts";
import { rendered } from "./flow-script.ts";
import { CALLBACK, CLIENT, ourFlow, refresh } from "./flow-scripts.ts";
import { tokensOf } from "./flow-servers.ts";
import { httpRequest, load } from "./load.ts";
import {
  adminToken,
  basic,
  credentialsOf,
  formHeaders,
  startPostern,
  withFolder,
} from "./processes.ts";

const what = process.argv[2] ?? "flow";
const dir = "/tmp/perf-prof";
rmSync(dir, { recursive: true, force: true });
mkdirSync(dir);
let n = 0;
await withFolder(async (folder) => {
  const server = await startPostern(
    ["--set", "cache.code_store.active=memory", "--data-dir", folder],
    { execArgv: ["--cpu-prof", `--cpu-prof-dir=${dir}`, "--cpu-prof-interval", "200"] },
  );
  const c = await credentialsOf(server);
  const token = await adminToken(server.port, c);
  const r = await fetch(`http://127.0.0.1:${server.port}/auth/v1/oauth/clients/${CLIENT.id}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ config: { client_secret: CLIENT.secret, redirect_uris: [CALLBACK] } }),
  });
  await r.arrayBuffer();
  const steps = await ourFlow(server.port, token);
  const ms = 15000;
  if (what === "flow")
    n = (
      await loadScript({
        port: server.port,
        steps,
        starts: Array.from({ length: 32 }, () => ({})),
        measuredMs: ms,
      })
    ).turns;
  else {
    const step = refresh("/auth/oauth2/token", server.port);
    const requests =
      what === "refresh"
        ? (await tokensOf(server, [...steps, step])).map((of) => rendered(step, of))
        : [
            httpRequest(
              "POST",
              "/auth/oauth2/token",
              { Host: `127.0.0.1:${server.port}`, Authorization: basic(c.demo), ...formHeaders },
              "grant_type=client_credentials",
            ),
          ];
    n = (
      await load({
        port: server.port,
        connections: 32,
        requests,
        warmUpMs: 0,
        measuredMs: ms,
      } as any)
    ).answers;
  }
  await server.stop();
});
const file = readdirSync(dir)[0]!;
const profile = JSON.parse(readFileSync(`${dir}/${file}`, "utf8"));
const byId = new Map(profile.nodes.map((x: any) => [x.id, x]));
const self = new Map<string, number>(),
  files = new Map<string, number>();
const total = profile.timeDeltas.length;
const start = Math.floor(total * 0.35);
profile.samples.forEach((id: number, i: number) => {
  if (i < start) return;
  const { callFrame: f } = byId.get(id) as any;
  const dt = profile.timeDeltas[i];
  const url = f.url.replace(/.*\/wt\/[^/]*\//, "").replace(/.*\/node_modules\//, "");
  const k = `${f.functionName || "(anon)"} ${url}:${f.lineNumber + 1}`;
  self.set(k, (self.get(k) ?? 0) + dt);
  files.set(url || f.functionName, (files.get(url || f.functionName) ?? 0) + dt);
});
const sum = [...self.values()].reduce((a, b) => a + b);
console.log(
  "answers",
  n,
  "per answer main µs (non-idle)",
  ((sum - (self.get("(idle) :0") ?? 0)) / (n * 0.75)).toFixed(0),
);
for (const [k, t] of [...files].sort((a, b) => b[1] - a[1]).slice(0, 45))
  console.log(((100 * t) / sum).toFixed(2).padStart(6) + "%", k);
console.log("---");
for (const [k, t] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 70))
  console.log(((100 * t) / sum).toFixed(2).padStart(6) + "%", k);
process.exit(0);
