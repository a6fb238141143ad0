/** A service whose peer a test chooses, request by request: what a TLS listener or a proxy would tell. */
import type { Hono } from "hono";
import type { Connection } from "../../src/runtime.ts";
import { type Answer, type TestAuth, testAuth } from "./auth.ts";
import type { TestCertificate } from "./certificates.ts";
import { type TestRuntimeOptions, testRuntime } from "./runtime.ts";
import { Jar, type SessionSetup, sessionSetup } from "./session.ts";
import { TOKEN } from "./tokens.ts";

export const PROXY_SETTINGS = {
  enabled: true,
  cert_header: "X-Client-Cert",
  cert_verify_header: "X-Client-Verify",
  trusted_proxy_cidrs: ["10.0.0.7", "192.168.7.0/30"],
};

export interface TlsAuth extends TestAuth {
  /** Sends with this peer; `headers` join those of the request. */
  as(peer: Connection, headers?: Record<string, string>): TestAuth["request"];
  /** Asks for tokens with this peer. */
  token(
    peer: Connection,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

/** The peer behind our own TLS, with a certificate that chains to a root. */
export const withCertificate = ({ der }: TestCertificate): Connection => ({
  remoteAddress: "127.0.0.1",
  tls: true,
  clientCertificate: new Uint8Array(der),
});

/** The same for one that chains to nothing. */
export const withUnverified = ({ der }: TestCertificate): Connection => ({
  remoteAddress: "127.0.0.1",
  tls: true,
  unverifiedCertificate: new Uint8Array(der),
});

/** What nginx sends: `$ssl_client_escaped_cert` and `$ssl_client_verify`. */
export const proxied = ({ cert }: TestCertificate, verify = "SUCCESS") => ({
  "x-client-cert": encodeURIComponent(cert),
  "x-client-verify": verify,
});

/** A runtime whose peer is the one that was set last. */
function peerRuntime(options?: TestRuntimeOptions) {
  const peer: { now: Connection } = { now: {} };
  return { peer, runtime: { ...testRuntime(options), connection: () => peer.now } };
}

export async function tlsAuth(
  options: Parameters<typeof testAuth>[0] = {},
  runtimeOptions?: TestRuntimeOptions,
): Promise<TlsAuth> {
  const { peer, runtime } = peerRuntime(runtimeOptions);
  return choosing(await testAuth(options, runtime), peer);
}

export interface TlsSetup {
  readonly setup: SessionSetup;
  readonly service: TlsAuth;
  /** Asks an application with this peer. */
  ask(app: Hono, peer: Connection, url: string, headers?: Record<string, string>): Promise<Answer>;
}

/** The same with a session in front of it. */
export async function tlsSetup(): Promise<TlsSetup> {
  const { peer, runtime } = peerRuntime();
  const setup = await sessionSetup({ runtime });
  return {
    setup,
    service: choosing(setup.service, peer),
    async ask(app, connection, url, headers = {}) {
      peer.now = connection;
      return new Jar(async (request) => app.fetch(request)).get(url, headers);
    },
  };
}

function choosing(service: TestAuth, peer: { now: Connection }): TlsAuth {
  const as: TlsAuth["as"] =
    (connection, headers) =>
    (method, path, init = {}) => {
      peer.now = connection;
      const merged = new Headers(init.headers);
      for (const [name, value] of Object.entries(headers ?? {})) merged.append(name, value);
      return service.request(method, path, { ...init, headers: merged });
    };
  return {
    ...service,
    as,
    token: (connection, fields, headers) =>
      as(connection, headers)("POST", TOKEN, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields),
      }),
  };
}
