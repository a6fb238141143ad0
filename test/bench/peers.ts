/** Against services of others in turns: tokens and introspection, forward auth and sessions by cookie. Needs their programs in a folder. */
import { dirname } from "node:path";
import { startPostgres } from "../support/postgres.ts";
import { signIn } from "./answers.ts";
import { CLIENT } from "./flow-scripts.ts";
import { httpRequest } from "./load.ts";
import { allowNotes, FORWARDED, manager } from "./notes.ts";
import {
  clientHeaders,
  type Issuer,
  PROGRAMS,
  programOf,
  startHydra,
  startKeycloak,
  startOauth2Proxy,
  TOKEN_FORM,
} from "./peer-programs.ts";
import { adminToken, credentialsOf, startPostern, startServer, withFolder } from "./processes.ts";
import {
  AHEAD_OF_OTHERS,
  atLeast,
  type BenchResult,
  info,
  ms,
  perSecond,
  type Row,
} from "./result.ts";
import { type Contender, costOf, race, type Standing } from "./rounds.ts";

const OURS = "Postern";

const shown = ({ perSecond: rate, p99, cpu }: Standing) =>
  `${perSecond(rate)}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

async function rowsOf(what: string, contenders: readonly Contender[]): Promise<Row[]> {
  const standings = await race(contenders, { settled: true });
  const ours = standings.get(OURS);
  return [...standings].flatMap(([name, standing]) => {
    const row = info(`${what}, ${name}`, shown(standing));
    if (standing === ours) return [row];
    return [row, atLeast(`${what}, Postern to ${name}`, costOf(standing, ours), AHEAD_OF_OTHERS)];
  });
}

interface Asking {
  readonly issuer: Issuer;
  readonly client: { readonly id: string; readonly secret: string };
}

async function tokenOf({ issuer, client }: Asking): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${issuer.server.port}${issuer.token}`, {
    method: "POST",
    headers: clientHeaders(client),
    body: TOKEN_FORM,
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (!access_token) throw new Error(`the token endpoint answered ${response.status}`);
  return access_token;
}

async function introspecting(name: string, asking: Asking): Promise<Contender> {
  const { server, path } = asking.issuer.introspection;
  const body = `token=${await tokenOf(asking)}`;
  const headers = clientHeaders(asking.client);
  const url = `http://127.0.0.1:${server.port}${path}`;
  const answer = await (await fetch(url, { method: "POST", headers, body })).text();
  if (!/"active": ?true/.test(answer))
    throw new Error(`${name} does not know its token: ${answer}`);
  const lines = { Host: `127.0.0.1:${server.port}`, ...headers };
  return { name, server, requests: [httpRequest("POST", path, lines, body)] };
}

function issuing(name: string, { issuer: { server, token }, client }: Asking): Contender {
  const lines = { Host: `127.0.0.1:${server.port}`, ...clientHeaders(client) };
  return { name, server, requests: [httpRequest("POST", token, lines, TOKEN_FORM)] };
}

type Ours = Awaited<ReturnType<typeof startPostern>>;

/** One peer at a time: an idle virtual machine of another would take part of every round. */
async function compareIssuer(
  name: string,
  ours: Ours,
  start: () => Promise<Issuer>,
): Promise<Row[]> {
  const { demo } = await credentialsOf(ours);
  const own: Asking = {
    client: demo,
    issuer: {
      server: ours,
      token: "/auth/oauth2/token",
      introspection: { server: ours, path: "/auth/oauth2/introspect" },
    },
  };
  const peer: Asking = { client: CLIENT, issuer: await start() };
  try {
    const tokens = [issuing(OURS, own), issuing(name, peer)];
    const questions = [await introspecting(OURS, own), await introspecting(name, peer)];
    return [...(await rowsOf("tokens", tokens)), ...(await rowsOf("introspection", questions))];
  } finally {
    await peer.issuer.server.stop();
  }
}

async function compareProxy(ours: Ours, file: string): Promise<Row[]> {
  const credentials = await credentialsOf(ours);
  const token = await adminToken(ours.port, credentials);
  const origin = `http://127.0.0.1:${ours.port}`;
  const bearer = { Authorization: `Bearer ${token}` };
  await allowNotes(manager(fetch, origin, token));
  const prepare = async (callback: string) => {
    const config = {
      client_secret: CLIENT.secret,
      redirect_uris: [callback],
      skip_consent: true,
    };
    const response = await fetch(`${origin}/auth/v1/oauth/clients/${CLIENT.id}`, {
      method: "PUT",
      headers: { ...bearer, "Content-Type": "application/json" },
      body: JSON.stringify({ config }),
    });
    if (!response.ok) throw new Error(`the client was refused: ${await response.text()}`);
  };
  const { admin } = credentials;
  const session = await signIn(ours, admin.id, admin.secret);
  const proxy = await startOauth2Proxy(file, `${origin}/auth/oauth2`, prepare, bearer);
  try {
    const asked = (path: string, port: number, cookie: string) =>
      httpRequest("GET", path, { Host: `127.0.0.1:${port}`, ...FORWARDED, Cookie: cookie });
    const { server, cookie } = proxy;
    return await rowsOf("forward auth by cookie", [
      { name: OURS, server: ours, requests: [asked("/forward-auth", ours.port, session)] },
      { name: "oauth2-proxy", server, requests: [asked("/oauth2/auth", server.port, cookie)] },
    ]);
  } finally {
    await proxy.server.stop();
  }
}

/** On a database as it is run: each token is a row of it. */
async function compareHydra(ours: Ours, file: string): Promise<Row[]> {
  const postgres = await startPostgres();
  try {
    // Its own default is two connections for each core, on which requests at once wait for one another for good.
    const dsn = `${await postgres.createDatabase("hydra")}?sslmode=disable&max_conns=50`;
    return await compareIssuer("Hydra on Postgres", ours, () => startHydra(file, dsn));
  } finally {
    await postgres.stop();
  }
}

/** An application that asks who is there: ours in its process with sessions in memory, better-auth likewise, and with the session in the cookie. */
async function compareSessions(file: string): Promise<Row[]> {
  const asked = { path: "/app", visitors: 100 };
  const started: Contender[] = [];
  const start = async (name: string, server: string, more: object) => {
    const running = await startServer(server, JSON.stringify({ ...asked, ...more }));
    const visitors = await fetch(`http://127.0.0.1:${running.port}/visitors`);
    const Host = `127.0.0.1:${running.port}`;
    const requests = ((await visitors.json()) as { cookie: string }[]).map(({ cookie }) =>
      httpRequest("GET", asked.path, { Host, Cookie: cookie }),
    );
    started.push({ name, server: running, requests });
  };
  try {
    const folder = dirname(file);
    await start(OURS, "session-app", { store: { active: "memory" } });
    await start("better-auth", "better-auth", { folder, cached: false });
    await start("better-auth, in its cookie", "better-auth", { folder, cached: true });
    return await rowsOf("session by cookie, in an application", started);
  } finally {
    await Promise.all(started.map(({ server }) => server.stop()));
  }
}

/** What a peer that is there has to say; why not, where it does not start. */
async function measured(
  name: keyof typeof PROGRAMS,
  compare: (file: string) => Promise<Row[]>,
): Promise<Row[]> {
  const file = programOf(name);
  if (!file) return [info(name, "not there")];
  try {
    return await compare(file);
  } catch (error) {
    console.error(error);
    return [info(name, "could not be measured: see above")];
  }
}

export function benchPeers(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const title = "Other services, from the folder BENCH_PEERS, 32 connections";
    if (!Object.keys(PROGRAMS).some((name) => programOf(name as keyof typeof PROGRAMS))) {
      return { title, rows: [info("programs", "none named")] };
    }
    const ours = await startPostern([
      ...["--data-dir", folder],
      ...["--set", "server.forward_auth.path=/forward-auth"],
      ...["--set", "server.trusted_proxies=127.0.0.1/32"],
    ]);
    try {
      const rows = [
        ...(await measured("oauth2-proxy", (file) => compareProxy(ours, file))),
        ...(await measured("better-auth", compareSessions)),
        ...(await measured("hydra", (file) => compareHydra(ours, file))),
        ...(await measured("keycloak", (file) =>
          compareIssuer("Keycloak", ours, () => startKeycloak(file)),
        )),
      ];
      return { title, rows };
    } finally {
      await ours.stop();
    }
  });
}
