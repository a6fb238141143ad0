import { loadScript } from "./flow-load.ts";
import { rendered } from "./flow-script.ts";
import { CALLBACK, CLIENT, ourFlow, peerFlow, RESOURCE, refresh } from "./flow-scripts.ts";
import { tokensOf, withPeer } from "./flow-servers.ts";
import { load } from "./load.ts";
import { adminToken, credentialsOf, startPostern, startServer, withFolder } from "./processes.ts";
import { median } from "./result.ts";
import { cpuMs } from "./rounds.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 8);
const MS = Number(process.env.MS ?? 1000);
const what = process.argv[2] ?? "flow";
const old = process.env.OLDX ? new URL("file:///work/wt/perf-old/src/cli/postern.ts") : undefined;
const base = process.env.BASE ? new URL("file:///work/wt/perf-base/src/cli/postern.ts") : undefined;
const CONN = 32;
type E = { name: string; server: any; run(ms: number): Promise<number> };
async function ours(name: string, folder: string, program?: URL): Promise<E> {
  const flags = ["--set", "cache.code_store.active=memory", "--data-dir", folder];
  const server = await startPostern(flags, program ? { program } : {});
  const token = await adminToken(server.port, await credentialsOf(server));
  const url = `http://127.0.0.1:${server.port}/auth/v1/oauth/clients/${CLIENT.id}`;
  const r = await fetch(url, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ config: { client_secret: CLIENT.secret, redirect_uris: [CALLBACK] } }),
  });
  if (!r.ok) throw new Error(await r.text());
  await r.arrayBuffer();
  const steps = await ourFlow(server.port, token);
  if (what === "flow")
    return {
      name,
      server,
      run: async (ms) =>
        (
          await loadScript({
            port: server.port,
            steps,
            starts: Array.from({ length: CONN }, () => ({})),
            measuredMs: ms,
          })
        ).turns,
    };
  const step = refresh("/auth/oauth2/token", server.port);
  const tokens = await tokensOf(server, [...steps, step]);
  const requests = tokens.map((of) => rendered(step, of));
  return {
    name,
    server,
    run: async (ms) =>
      (
        await load({
          port: server.port,
          connections: CONN,
          requests,
          warmUpMs: 0,
          measuredMs: ms,
        } as any)
      ).answers,
  };
}
async function peer(server: any): Promise<E> {
  const name = "peer";
  if (what === "flow") {
    const starts = await tokensOf(
      server,
      await peerFlow(server.port, { jwt: true, signedIn: false }),
    );
    const steps = await peerFlow(server.port, { jwt: true, signedIn: true });
    return {
      name,
      server,
      run: async (ms) =>
        (await loadScript({ port: server.port, steps, starts, measuredMs: ms })).turns,
    };
  }
  const flow = await peerFlow(server.port, { jwt: true, signedIn: false });
  const step = refresh("/token", server.port);
  const tokens = await tokensOf(server, [...flow, step]);
  const requests = tokens.map((of) => rendered(step, of));
  return {
    name,
    server,
    run: async (ms) =>
      (
        await load({
          port: server.port,
          connections: CONN,
          requests,
          warmUpMs: 0,
          measuredMs: ms,
        } as any)
      ).answers,
  };
}
await withPeer(async (p) =>
  withFolder(async (f1) =>
    withFolder(async (f2) =>
      withFolder(async (f3) => {
        const es: E[] = [await peer(p), await ours("new", f1)];
        if (old) es.push(await ours("old", f2, old));
        if (base) es.push(await ours("base", f3, base));
        try {
          for (const e of es) await e.run(2500);
          const seen = new Map<string, number[]>();
          for (let i = 0; i < ROUNDS; i++)
            for (const e of es) {
              const b = (await cpuMs(e.server))!;
              const n = await e.run(MS);
              const a = (await cpuMs(e.server))!;
              seen.set(e.name, [...(seen.get(e.name) ?? []), ((a - b) * 1000) / n]);
            }
          for (const e of es) {
            const mine = seen.get(e.name)!;
            const to = seen.get("peer")!;
            console.log(
              e.name.padEnd(6),
              Math.round(median(mine)),
              "µs; min",
              Math.round(Math.min(...mine)),
              "; peer/this",
              median(mine.map((m, i) => to[i]! / m)).toFixed(3),
              "min/min",
              (Math.min(...to) / Math.min(...mine)).toFixed(3),
            );
          }
        } finally {
          for (const e of es.slice(1)) await e.server.stop();
        }
      }),
    ),
  ),
);
process.exit(0);
