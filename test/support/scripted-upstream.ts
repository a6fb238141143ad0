/** A remote provider over real HTTP that answers what a test tells it to; its tokens are signed. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly form: URLSearchParams;
}

interface UpstreamAnswer {
  readonly status?: number;
  /** JSON unless it is a text. */
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Script = (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>;

export interface ScriptedUpstream extends AsyncDisposable {
  readonly url: string;
  readonly requests: UpstreamRequest[];
  /** Answers of one path, until told otherwise. */
  on(path: string, script: Script | UpstreamAnswer): void;
  /** A token of this provider for an hour. */
  sign(claims: JWTPayload): Promise<string>;
  /** Bodies that were sent to a path. */
  sentTo(path: string): UpstreamRequest[];
  clear(): void;
}

const PORTS = { first: 26_100, last: 26_180 };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  for (let port = PORTS.first; port <= PORTS.last; port++) {
    const bound = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    server.removeAllListeners("error");
    if (bound) return (server.address() as AddressInfo).port;
  }
  throw new Error("no free port");
}

export async function scriptedUpstream(): Promise<ScriptedUpstream> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { modulusLength: 2048 });
  const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "upstream" };
  const requests: UpstreamRequest[] = [];
  const scripts = new Map<string, Script>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
    const { method = "", headers } = request;
    const asked = { method, path: pathname, query: searchParams, headers, text };
    const known = { ...asked, form: new URLSearchParams(text) };
    if (pathname !== "/jwks") requests.push(known);
    const script = pathname === "/jwks" ? () => ({ body: { keys: [jwk] } }) : scripts.get(pathname);
    const told: UpstreamAnswer = (await script?.(known)) ?? { status: 404 };
    const { status = 200, body = {}, type, headers: more } = told;
    const written = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": type ?? "application/json", ...more });
    response.end(status === 204 ? undefined : written);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    requests,
    on: (path, script) => {
      scripts.set(path, typeof script === "function" ? script : () => script);
    },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "upstream" })
        .setIssuer(claims.iss ?? url)
        .setIssuedAt(claims.iat)
        .setExpirationTime(claims.exp ?? "1h")
        .sign(privateKey),
    sentTo: (path) => requests.filter((request) => request.path === path),
    clear() {
      requests.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
