/** `client_credentials` over HTTP: ours, oidc-provider, and the least a process must do. */
import { fork } from "node:child_process";
import { httpRequest } from "./load.ts";
import {
  basic,
  credentialsOf,
  formHeaders,
  startPostern,
  startServer,
  withFolder,
} from "./processes.ts";
import { AHEAD_OF_PEER, atLeast, type BenchResult, info, limit, ms, perSecond } from "./result.ts";
import { costOf, race, type Standing } from "./rounds.ts";

const FORM = "grant_type=client_credentials";
const PEER = { id: "bench", secret: "bench-secret-bench-secret-bench-secret" };

const tokenRequest = (path: string, client: { id: string; secret: string }) =>
  httpRequest("POST", path, { ...formHeaders, Authorization: basic(client) }, FORM);

/** Bytes that RS256 signs in one of our access tokens. */
async function signedBytes(port: number, client: { id: string; secret: string }): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/oauth2/token`, {
    method: "POST",
    headers: { ...formHeaders, Authorization: basic(client) },
    body: FORM,
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token.lastIndexOf(".");
}

interface Alone {
  readonly sequential: number;
  readonly concurrent: number;
}

function signAlone(bytes: number): Promise<Alone> {
  const child = fork(new URL("./servers/sign-alone.ts", import.meta.url), [String(bytes)]);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Alone));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`signing alone ended with ${code}`)));
  });
}

const shown = ({ perSecond: rate, p99, cpu }: Standing) =>
  `${perSecond(rate)}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

export function benchToken(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const ours = await startPostern(["--data-dir", folder]);
    const { demo } = await credentialsOf(ours);
    const bytes = await signedBytes(ours.port, demo);
    const alone = await signAlone(bytes);
    const bare = await startServer("bare-sign", String(bytes));
    const peer = await startServer("oidc-provider");
    try {
      const requests = [tokenRequest("/auth/oauth2/token", demo)];
      const standings = await race([
        { name: "ours", server: ours, requests },
        { name: "peer", server: peer, requests: [tokenRequest("/token", PEER)] },
        { name: "bare", server: bare, requests },
      ]);
      const of = (name: string) => standings.get(name) as Standing;
      const rate = of("ours").perSecond;
      return {
        title: "client_credentials over HTTP, RS256, RSA 2048, 32 connections",
        rows: [
          info("Postern", shown(of("ours"))),
          info("oidc-provider", shown(of("peer"))),
          info("bare node:http server that only parses and signs", shown(of("bare"))),
          info("signing alone, one after the other", perSecond(alone.sequential)),
          info("signing alone, 32 at once (both cores)", perSecond(alone.concurrent)),
          atLeast("Postern to oidc-provider", costOf(of("peer"), of("ours")), AHEAD_OF_PEER),
          limit(
            "the bare signing server to oidc-provider",
            costOf(of("peer"), of("bare")),
            AHEAD_OF_PEER,
          ),
          atLeast("Postern to signing one after the other", rate / alone.sequential, 0.8),
          info("Postern to the bare signing server", (rate / of("bare").perSecond).toFixed(2)),
          info("Postern to signing 32 at once", (rate / alone.concurrent).toFixed(2)),
        ],
      };
    } finally {
      await Promise.all([ours.stop(), bare.stop(), peer.stop()]);
    }
  });
}
