/** Withdrawn client certificates (F-8, RFC 5280 §5) with several workers, and beside certificates that chain to nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Authority,
  createAuthority,
  SERVER,
  selfSigned,
  type TestCertificate,
} from "../support/certificates.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { tlsFetch } from "../support/tls-fetch.ts";
import { logged } from "../support/workers.ts";

let postgres: TestPostgres;
let root: Authority;
let site: TestCertificate;
let kept: TestCertificate;
let withdrawn: TestCertificate;

beforeAll(async () => {
  root = createAuthority();
  site = root.issue({ subject: "/CN=localhost", extensions: SERVER });
  kept = root.issue({ subject: "/CN=pipeline" });
  withdrawn = root.issue({ subject: "/CN=pipeline" });
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const as = (certificate?: TestCertificate) => tlsFetch(root.cert, certificate);

interface Setup extends AsyncDisposable {
  readonly server: RunningServer;
  readonly origin: string;
  readonly lists: string;
  /** Bearer token of the administrator. */
  readonly admin: string;
  /** Writes as the administrator. */
  put(method: string, path: string, body: object): Promise<void>;
}

async function start(
  args: readonly string[],
  env: Record<string, string>,
  more = "",
): Promise<Setup> {
  const dataDir = temporaryFolder();
  const lists = join(dataDir, "clients.crl");
  writeFileSync(lists, root.revocationList());
  const tls = `cert_file: ${site.certFile}, key_file: ${site.keyFile}, client_ca_files: [${root.certFile}]`;
  const config = `server: { tls: { ${tls}, client_crl_files: [${lists}]${more} } }\n`;
  writeFileSync(join(dataDir, "postern.yaml"), config);
  const server = await startServer({ dataDir, args, env });
  const origin = server.url.replace("127.0.0.1", "localhost");
  const { login, admin } = server;
  const answer = await as()(`${origin}/auth/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "password",
      client_id: login?.id ?? "",
      client_secret: login?.secret ?? "",
      username: admin?.id ?? "",
      password: admin?.secret ?? "",
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return {
    server,
    origin,
    lists,
    admin: token,
    async put(method, path, body) {
      const done = await as()(`${origin}/auth/v1/${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      expect(done.status, await done.text()).toBe(200);
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop("SIGKILL");
    },
  };
}

test("every worker reads the lists again, and cuts a withdrawn certificate off", async () => {
  const { server, origin, lists, admin, ...setup } = await start(["--workers", "2"], {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("crl_workers"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  });
  await using _ = { [Symbol.asyncDispose]: () => setup[Symbol.asyncDispose]() };
  await logged(server, /"message":"all workers are started"/);
  const headers = { authorization: `Bearer ${admin}` };
  /** The number of the worker that answers over a connection of its own. */
  const workerFor = async (certificate: TestCertificate): Promise<number> =>
    ((await (await as(certificate)(`${origin}/readyz`, { headers })).json()) as { worker: number })
      .worker;
  const met = async (certificate: TestCertificate, seen = new Set<number>()) => {
    await eventually(async () => seen.add(await workerFor(certificate)).size === 2);
    return [...seen].sort();
  };
  expect(await met(withdrawn)).toEqual([1, 2]);

  writeFileSync(lists, root.revocationList([withdrawn]));
  const lines = (pattern: RegExp) =>
    new Set(
      server
        .output()
        .split("\n")
        .filter((line) => pattern.test(line))
        .map((line) => (JSON.parse(line) as { worker: number }).worker),
    );
  await eventually(async () => lines(/revocation lists .* were read again/).size === 2);
  // Until each of the two has refused it: neither ever answers.
  await eventually(async () => {
    await expect(workerFor(withdrawn)).rejects.toThrow();
    return lines(/refused by the TLS listener.*CERT_REVOKED/).size === 2;
  });
  expect(await met(kept)).toEqual([1, 2]);
});

test("with self_signed_clients a withdrawn certificate is unverified, and self-signed ones are not disturbed", async () => {
  await using setup = await start([], {}, ", self_signed_clients: true");
  const { origin, lists, put } = setup;
  writeFileSync(lists, root.revocationList([withdrawn]));
  await logged(setup.server, /revocation lists .* were read again/);
  const own = selfSigned("/CN=self");
  await put("PUT", "settings/mtls", { value: { enabled: true, self_signed: true } });
  await put("POST", "service-accounts", {
    alias: ["pipeline"],
    details: { cert_subject: "CN=pipeline" },
  });
  await put("PUT", "oauth/clients/self", {
    config: {
      token_endpoint_auth_method: "self_signed_tls_client_auth",
      jwks: { keys: [{ x5c: [own.der.toString("base64")] }] },
    },
  });
  const ask = async (
    certificate: TestCertificate,
    path: string,
    fields: Record<string, string>,
  ) => {
    const body = new URLSearchParams(fields);
    const answer = await as(certificate)(`${origin}/auth/oauth2/${path}`, { method: "POST", body });
    return [
      answer.status,
      ((await answer.json()) as { error_description?: string }).error_description,
    ];
  };
  const tokenOf = (certificate: TestCertificate) =>
    ask(certificate, "token", { grant_type: "client_credentials", client_id: "pipeline" });
  expect(await tokenOf(kept)).toEqual([200, undefined]);
  expect((await tokenOf(withdrawn))[0]).toBe(401);
  const introspect = { client_id: "self", token: "of no one" };
  expect(await ask(own, "introspect", introspect)).toEqual([200, undefined]);
  expect(await ask(selfSigned("/CN=self"), "introspect", introspect)).toEqual([
    401,
    "client certificate not match",
  ]);
  // A withdrawn certificate is no self-signed one either.
  await put("PUT", "oauth/clients/self", {
    config: {
      token_endpoint_auth_method: "self_signed_tls_client_auth",
      jwks: { keys: [{ x5c: [withdrawn.der.toString("base64")] }] },
    },
  });
  expect((await ask(withdrawn, "introspect", introspect))[0]).toBe(401);
});
