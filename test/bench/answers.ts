/** Answers of the default installation over HTTP against a bare Hono app that returns the same, by processor time. */
import { httpRequest } from "./load.ts";
import { allowNotes, FORWARDED, type Manage, manager, QUESTION } from "./notes.ts";
import { adminToken, credentialsOf, startPostern, startServer, withFolder } from "./processes.ts";
import {
  atLeast,
  type BenchResult,
  info,
  limit,
  OF_A_BARE_APP,
  OF_A_BARE_QUERY,
  perSecond,
  type Row,
} from "./result.ts";
import { type Contender, costOf, race, type Standing } from "./rounds.ts";
import type { Checked } from "./servers/credential.ts";
import { signingKey } from "./signing-key.ts";

interface SessionRequest {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Of the bare app's processor time to ours. */
  readonly least: number;
  /** What the rule of the route asks for, done by a bare app. */
  readonly limits?: readonly Limit[];
}

interface Limit {
  readonly name: string;
  readonly checked: Checked;
}

/** Written by the HTTP server itself, on both sides. */
const OF_THE_SERVER = new Set(["connection", "content-length", "date", "keep-alive"]);

const shown = ({ perSecond: rate, cpu }: Standing) =>
  `${perSecond(rate)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;

type Ours = Awaited<ReturnType<typeof startPostern>>;

async function measure(ours: Ours, asked: SessionRequest): Promise<Row[]> {
  const { name, method, path, least, limits = [] } = asked;
  // The same Host as the load sends: the discovery document holds it.
  const origin = `http://127.0.0.1:${ours.port}`;
  const body = asked.body ? JSON.stringify(asked.body) : "";
  const sent = { method, headers: asked.headers, ...(body && { body }) };
  const response = await fetch(`${origin}${path}`, sent);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  const headers = [...response.headers].filter(([header]) => !OF_THE_SERVER.has(header));
  const given = { path, body: text, headers: Object.fromEntries(headers) };
  const startBare = (more: object) =>
    startServer("bare-hono", JSON.stringify({ ...given, ...more }));
  const stops: (() => Promise<void>)[] = [];
  try {
    const bare = await startBare({});
    stops.push(bare.stop);
    const checking: Contender[] = [];
    const lines = { Host: `127.0.0.1:${ours.port}`, ...asked.headers };
    const requests = [httpRequest(method, path, lines, body)];
    for (const { name: way, checked } of limits) {
      const server = await startBare({ checked });
      stops.push(server.stop);
      checking.push({ name: way, server, requests });
    }
    const contenders = [
      { name: "ours", server: ours, requests },
      { name: "bare", server: bare, requests },
      ...checking,
    ];
    const standings = await race(contenders, { awake: true });
    const of = (who: string) => standings.get(who) as Standing;
    return [
      info(`${name}, Postern`, shown(of("ours"))),
      info(`${name}, bare Hono app`, shown(of("bare"))),
      ...limits.map((one) => info(`${name}, bare Hono app that ${one.name}`, shown(of(one.name)))),
      atLeast(`${name}, to the bare app`, costOf(of("bare"), of("ours")), least),
      ...limits.map((one) =>
        limit(
          `${name}, bare Hono app that ${one.name}, to the bare app`,
          costOf(of("bare"), of(one.name)),
          least,
        ),
      ),
    ];
  } finally {
    for (const stop of stops) await stop();
  }
}

/** A browser's cookie after the login page. */
export async function signIn({ port }: Ours, username: string, password: string): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/login/auth/token/postern`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ username, password }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!cookie) throw new Error(`the sign-in answered ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

const FOUND = "finds the credential's text in a map";
const SIGNED = "checks the token's signature";
const HASHED = "hashes the key";

/** As a service that remembers what it has seen a moment ago. */
const found = (header: string): Limit => ({ name: FOUND, checked: { header, way: "remembered" } });

const JSON_TYPE = { "Content-Type": "application/json" };

/** A key of the administrator. */
async function makeKey(manage: Manage): Promise<string> {
  const owner = await manage("GET", "/me");
  const made = await manage("POST", "/api-key-principals", { user_id: owner?.id, name: "bench" });
  return String(made?.key);
}

export function benchAnswers(): Promise<BenchResult> {
  return withFolder(async (folder) => {
    const ours = await startPostern([
      ...["--data-dir", folder],
      ...["--set", "server.forward_auth.path=/forward-auth"],
      ...["--set", "server.trusted_proxies=127.0.0.1/32"],
    ]);
    try {
      const credentials = await credentialsOf(ours);
      const token = await adminToken(ours.port, credentials);
      const origin = `http://127.0.0.1:${ours.port}`;
      const manage = manager(fetch, origin, token);
      await allowNotes(manage);
      const bearer = { Authorization: `Bearer ${token}` };
      const { id, secret } = credentials.admin;
      const cookie = { Cookie: await signIn(ours, id, secret) };
      const get = { method: "GET", headers: {} } as const;
      const post = { method: "POST", headers: { ...bearer, ...JSON_TYPE } } as const;
      const key = await signingKey(`${origin}/auth/oauth2/certs`, token);
      const signed: Limit = {
        name: SIGNED,
        checked: { header: "authorization", way: "verified", key },
      };
      const hashed: Limit = { name: HASHED, checked: { header: "x-api-key", way: "hashed" } };
      const compared: readonly SessionRequest[] = [
        { name: "JWKS", ...get, path: "/auth/oauth2/certs", least: OF_A_BARE_QUERY },
        {
          name: "discovery",
          ...get,
          path: "/auth/oauth2/.well-known/openid-configuration",
          least: OF_A_BARE_QUERY,
        },
        {
          name: "/v1/me by cookie",
          ...get,
          path: "/auth/v1/me",
          headers: cookie,
          least: OF_A_BARE_APP,
          limits: [found("cookie")],
        },
        {
          name: "forward-auth by cookie",
          ...get,
          path: "/forward-auth",
          headers: { ...FORWARDED, ...cookie },
          least: OF_A_BARE_APP,
        },
        {
          name: "forward-auth by bearer token",
          ...get,
          path: "/forward-auth",
          headers: { ...FORWARDED, ...bearer },
          least: OF_A_BARE_APP,
          limits: [found("authorization"), signed],
        },
        {
          name: "POST /v1/check",
          ...post,
          path: "/auth/v1/check",
          body: { alias: "admin", ...QUESTION },
          least: OF_A_BARE_APP,
        },
        {
          name: "API key",
          ...get,
          path: "/auth/oauth2/api-key",
          headers: { "X-API-Key": await makeKey(manage) },
          least: OF_A_BARE_APP,
          limits: [hashed],
        },
        { name: "POST /check", ...post, path: "/auth/check", body: QUESTION, least: OF_A_BARE_APP },
      ];
      const rows: Row[] = [];
      for (const asked of compared) rows.push(...(await measure(ours, asked)));
      return { title: "The default installation over HTTP, 32 connections", rows };
    } finally {
      await ours.stop();
    }
  });
}
