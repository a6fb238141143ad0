/** TLS to Postgres and Redis with an authority of one's own, on Node, Bun and Deno: what is wrong is told in one sentence. */
import { chmod, chown, copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, SERVER, type TestCertificate } from "../support/certificates.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  redisMissing,
  redisOptions,
  startRedis,
  type TestRedis,
  withRedis,
} from "../support/redis.ts";
import { RUNTIMES, type RuntimeName, runScript } from "./adapters/support.ts";

const own = createAuthority("/CN=Own Authority");
const stranger = createAuthority("/CN=Another Authority");
const server = own.issue({ subject: "/CN=server", extensions: SERVER });
const named = own.issue({
  subject: "/CN=elsewhere",
  extensions: [...SERVER.slice(0, 2), "subjectAltName=DNS:docs.example.com"],
});
const expired = own.issue({ subject: "/CN=server", extensions: SERVER, until: "20210101000000Z" });
const client = own.issue({ subject: "/CN=postgres" });
const foreign = stranger.issue({ subject: "/CN=postgres" });

const UNTRUSTED = "its certificate is of an authority that is not trusted here";
const OTHER_NAME = "its certificate is for another host name";
const EXPIRED = "its certificate has expired";
/** Deno has one code for both. */
const EITHER = "its certificate has expired, or is of an authority that is not trusted here";

describe.skipIf(redisMissing)(withRedis("an authority of one's own"), () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  beforeAll(async () => {
    postgres = await startPostgres({ tls: { cert: server.certFile, key: server.keyFile } });
    await give(own, "root.crt");
    await postgres.query("alter system set ssl_ca_file = 'root.crt'");
    await postgres.query("select pg_reload_conf()");
    redis = await startRedis({
      tls: true,
      words: [
        ...["--tls-cert-file", server.certFile, "--tls-key-file", server.keyFile],
        ...["--tls-ca-cert-file", own.certFile, "--tls-auth-clients", "yes"],
      ],
      cli: ["--tls", "--insecure", "--cert", client.certFile, "--key", client.keyFile],
    });
  });
  afterAll(async () => {
    await postgres?.stop();
    await redis?.stop();
  });

  /** A file of the server's folder, as its user alone may read it. */
  async function give(from: TestCertificate, cert: string, key?: string) {
    const { uid, gid } = await stat(postgres.folder);
    for (const [source, name] of [
      [from.certFile, cert],
      ...(key ? [[from.keyFile, key] as const] : []),
    ] as const) {
      const path = join(postgres.folder, name);
      await copyFile(source, path);
      await chmod(path, 0o600);
      await chown(path, uid, gid);
    }
  }

  async function serveWith(certificate: TestCertificate) {
    await give(certificate, "server.crt", "server.key");
    await postgres.query("select pg_reload_conf()");
    await redis.cli(
      "config",
      "set",
      "tls-cert-file",
      certificate.certFile,
      "tls-key-file",
      certificate.keyFile,
    );
  }

  const dsn = (root: TestCertificate, identity?: TestCertificate) =>
    `${postgres.dsn()}?sslmode=verify-full&sslrootcert=${root.certFile}${
      identity ? `&sslcert=${identity.certFile}&sslkey=${identity.keyFile}` : ""
    }`;
  const options = (root: TestCertificate, identity?: TestCertificate) =>
    redisOptions([redis.address], {
      tls: {
        enabled: true,
        ca_file: root.certFile,
        cert_file: identity?.certFile ?? "",
        key_file: identity?.keyFile ?? "",
      },
    });

  async function told(runtime: RuntimeName, ...cases: unknown[]) {
    await using script = runScript(runtime, "tls-peers.ts", JSON.stringify(cases));
    await script.exit;
    return script.lines;
  }
  const both = (sentence: string) => [
    expect.stringMatching(new RegExp(`^cannot connect to the database at .*: ${sentence}$`)),
    `redis: ${sentence}`,
  ];

  test.each(RUNTIMES)(
    "%s: with the right authority and a client certificate both work",
    async (runtime) => {
      const lines = await told(
        runtime,
        dsn(own),
        dsn(own, client),
        options(own, client),
        dsn(stranger, client),
        options(stranger, client),
      );
      expect(lines).toEqual([
        "works",
        "works /CN=postgres",
        "works",
        ...both(runtime === "deno" ? EITHER : UNTRUSTED),
      ]);
    },
  );

  test("a client certificate of another authority is refused", async () => {
    const lines = await told("node", dsn(own, foreign), options(own, foreign));
    expect(lines).toEqual([
      expect.stringMatching(/: it does not accept the client certificate, or wants one$/),
      expect.stringMatching(/^redis: /),
    ]);
  });

  test.each([
    ["another host name", named, OTHER_NAME],
    ["a time that is over", expired, EXPIRED],
  ] as const)("a certificate of %s is named, on each runtime", async (_, certificate, sentence) => {
    await serveWith(certificate);
    for (const runtime of RUNTIMES) {
      const lines = await told(runtime, dsn(own, client), options(own, client));
      const known = runtime !== "deno" || sentence === OTHER_NAME;
      expect(lines, runtime).toEqual(both(known ? sentence : EITHER));
    }
  });
});
