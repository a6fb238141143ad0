/** JWKS and discovery against a bare Hono app that returns the same bytes and headers. */
import { httpRequest } from "./load.ts";
import { type Postern, startPostern, startServer, withFolder } from "./processes.ts";
import { atLeast, type BenchResult, info, perSecond, type Row } from "./result.ts";
import { race, type Standing } from "./rounds.ts";

const DOCUMENTS = [
  ["JWKS", "/auth/oauth2/certs"],
  ["discovery", "/auth/oauth2/.well-known/openid-configuration"],
] as const;

/** Written by the HTTP server itself, on both sides. */
const OF_THE_SERVER = new Set(["connection", "content-length", "date", "keep-alive"]);

async function measure(ours: Postern, name: string, path: string): Promise<Row[]> {
  // The same Host as the load sends: the discovery document holds it.
  const response = await fetch(`http://127.0.0.1:${ours.port}${path}`);
  const headers = [...response.headers].filter(([header]) => !OF_THE_SERVER.has(header));
  const given = { path, body: await response.text(), headers: Object.fromEntries(headers) };
  const bare = await startServer("bare-hono", JSON.stringify(given));
  try {
    const requests = [httpRequest("GET", path, { Host: `127.0.0.1:${ours.port}` })];
    const standings = await race([
      { name: "ours", server: ours, requests },
      { name: "bare", server: bare, requests },
    ]);
    const of = (who: string) => standings.get(who) as Standing;
    const shown = ({ perSecond: rate, cpu }: Standing) =>
      `${perSecond(rate)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;
    return [
      info(`${name}, Postern`, shown(of("ours"))),
      info(`${name}, bare Hono app`, shown(of("bare"))),
      atLeast(`${name}, ratio`, of("ours").perSecond / of("bare").perSecond, 0.5),
    ];
  } finally {
    await bare.stop();
  }
}

export function benchDocuments(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const ours = await startPostern(["--data-dir", folder]);
    try {
      const rows: Row[] = [];
      for (const [name, path] of DOCUMENTS) rows.push(...(await measure(ours, name, path)));
      return { title: "JWKS and discovery over HTTP, 32 connections", rows };
    } finally {
      await ours.stop();
    }
  });
}
