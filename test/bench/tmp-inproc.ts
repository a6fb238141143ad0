import { CALLBACK, CLIENT, ourFlow } from "./flow-scripts.ts";
import { median } from "./result.ts";
import { ORIGIN, openHouse } from "./standalone.ts";

const house = await openHouse("--set", "cache.code_store.active=memory");
const put = await house.ask(
  new Request(`${ORIGIN}/auth/v1/oauth/clients/${CLIENT.id}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${house.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ config: { client_secret: CLIENT.secret, redirect_uris: [CALLBACK] } }),
  }),
);
if (!put.ok) throw new Error(await put.text());
const steps = await ourFlow(8080, house.token);
const names = ["authorize", "page", "approve", "token"];
const filled = (t: string, v: Record<string, string>) =>
  t.replace(/\{(\w+)\}/g, (_, n) => v[n] ?? "");
async function flow(v: Record<string, string>, cost?: number[]) {
  for (const [i, s] of steps.entries()) {
    const body = filled(s.body ?? "", v);
    const headers: Record<string, string> = {
      ...s.headers,
      ...(body && { "content-length": String(body.length) }),
    };
    const b = process.cpuUsage();
    const res = await house.ask(
      new Request(`${ORIGIN}${filled(s.path, v)}`, {
        method: s.method,
        headers,
        ...(body && { body }),
      }),
    );
    const text = await res.text();
    if (cost) {
      const u = process.cpuUsage(b);
      cost[i] = (cost[i] ?? 0) + u.user + u.system;
    }
    if (res.status !== s.status) throw new Error(`${res.status} ${text}`);
    const answer = `\n${[...res.headers].map(([k, x]) => `${k}: ${x}`).join("\r\n")}\r\n\r\n${text}`;
    for (const [n, p] of Object.entries(s.take ?? {}))
      v[n] = new RegExp(p, "i").exec(answer)?.[1] ?? "";
  }
}
const v: Record<string, string> = {};
const until = Date.now() + 3000;
while (Date.now() < until) await flow(v);
const rounds: number[][] = [];
for (let r = 0; r < 8; r++) {
  const c: number[] = [];
  for (let i = 0; i < 150; i++) await flow(v, c);
  rounds.push(c.map((x) => x / 150));
}
names.forEach((n, i) =>
  console.log(
    n.padEnd(10),
    median(rounds.map((r) => r[i]!)).toFixed(0),
    "µs, min",
    Math.min(...rounds.map((r) => r[i]!)).toFixed(0),
  ),
);
console.log("total", median(rounds.map((r) => r.reduce((a, b) => a + b))).toFixed(0));
const key = await crypto.subtle.generateKey(
  {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  false,
  ["sign", "verify"],
);
const data = new Uint8Array(900);
const b = process.cpuUsage();
for (let i = 0; i < 300; i++) await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key.privateKey, data);
const u = process.cpuUsage(b);
console.log("sign", ((u.user + u.system) / 300).toFixed(0));
if (process.env.PROF) {
  const { Session } = await import("node:inspector/promises");
  const s = new Session();
  s.connect();
  await s.post("Profiler.enable");
  await s.post("Profiler.setSamplingInterval", { interval: 100 });
  await s.post("Profiler.start");
  const end = Date.now() + 6000;
  let n = 0;
  while (Date.now() < end) {
    await flow(v);
    n++;
  }
  const { profile } = (await s.post("Profiler.stop")) as any;
  const self = new Map<string, number>();
  const dt = profile.timeDeltas;
  const byId = new Map(profile.nodes.map((x: any) => [x.id, x]));
  profile.samples.forEach((id: number, i: number) => {
    const { callFrame: f } = byId.get(id) as any;
    const k = `${f.functionName || "(anon)"} ${f.url.replace(/.*\/(src|node_modules)\//, "$1/")}:${f.lineNumber + 1}`;
    self.set(k, (self.get(k) ?? 0) + dt[i]);
  });
  for (const [k, t] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 90))
    console.log((t / n).toFixed(1).padStart(7), k);
}
process.exit(0);
