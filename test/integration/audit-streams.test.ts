/** Streams of the audit log over real processes: a file that is moved away, and rsyslog over TLS that is away for a time. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { execFileSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import { freePort, takesConnections } from "../support/ports.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";

interface Entry {
  readonly id: number;
  readonly action: string;
  readonly target?: { readonly name: string };
}

const linesOf = (path: string): Entry[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry)
    : [];
const rolesIn = (entries: readonly Entry[]) =>
  entries.filter(({ action }) => action === "role_created").map(({ target }) => target?.name);

async function role(server: RunningServer, token: string, name: string) {
  const { status, text } = await send(server, "POST", "/auth/v1/roles", {
    bearer: token,
    json: { name },
  });
  expect(status, text).toBe(200);
}

const rsyslogd = "/usr/sbin/rsyslogd";
const hasRsyslog = () =>
  existsSync(rsyslogd) &&
  ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].some((folder) =>
    existsSync(join(folder, "rsyslog/lmnsd_gtls.so")),
  );

/** An authority of its own, and a certificate for `localhost` by it. */
function certificates(folder: string) {
  const openssl = (...words: string[]) =>
    execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...ec,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=logs",
    "-days",
    "2",
  );
  openssl("req", ...ec, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:localhost");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2"];
  openssl(
    "x509",
    "-req",
    "-in",
    "server.csr",
    ...signed,
    "-extfile",
    "names",
    "-out",
    "server.pem",
  );
}

async function collector(folder: string, port: number): Promise<ChildProcess> {
  writeFileSync(
    join(folder, "rsyslog.conf"),
    `global(workDirectory="${folder}" maxMessageSize="64k"
  defaultNetstreamDriver="gtls"
  defaultNetstreamDriverCAFile="${folder}/ca.pem"
  defaultNetstreamDriverCertFile="${folder}/server.pem"
  defaultNetstreamDriverKeyFile="${folder}/server.key")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="text" type="string" string="%syslogfacility% %syslogseverity% %app-name% %msgid% %msg%\\n")
input(type="imtcp" port="${port}" supportOctetCountedFraming="on" ruleset="all")
ruleset(name="all") { action(type="omfile" file="${folder}/received" template="text" flushOnTXEnd="on") }
`,
  );
  const words = ["-n", "-iNONE", "-f", join(folder, "rsyslog.conf")];
  const program = spawn(rsyslogd, words, { stdio: "ignore" });
  await expect.poll(() => takesConnections(port), { timeout: patient(20_000) }).toBe(true);
  return program;
}

async function ended(program: ChildProcess) {
  program.kill("SIGTERM");
  if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
}

describe.each(RUNTIMES)("%s", (runtime) => {
  test("a file gets every entry once, also when it is moved away, and after a kill", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "audit.ndjson");
    const options = {
      runtime,
      env: { POSTERN_AUDIT__STREAMS__SIEM__FILE: file },
      dataDir: temporaryFolder(),
    };
    const first = await startServer(options);
    const token = await adminToken(first);
    await role(first, token, "one");
    await expect.poll(() => rolesIn(linesOf(file)), { timeout: patient(15_000) }).toContain("one");
    renameSync(file, `${file}.old`);
    await role(first, token, "two");
    await expect.poll(() => rolesIn(linesOf(file)), { timeout: patient(15_000) }).toEqual(["two"]);
    await role(first, token, "three");
    await first.stop("SIGKILL");
    const second = await startServer(options);
    await expect
      .poll(() => rolesIn(linesOf(file)), { timeout: patient(15_000) })
      .toContain("three");
    const ids = [...linesOf(`${file}.old`), ...linesOf(file)].map(({ id }) => id);
    const each = [...new Set(ids)];
    expect(each).toEqual(each.map((_, at) => (each[0] ?? 0) + at));
    await second.stop("SIGKILL");
  });

  test.skipIf(!hasRsyslog())(
    "rsyslog over TLS gets it, and what it missed while it was away",
    async () => {
      const folder = temporaryFolder();
      certificates(folder);
      const port = await freePort(23_400, 300);
      let program = await collector(folder, port);
      const server = await startServer({
        runtime,
        env: {
          POSTERN_AUDIT__STREAMS__COLLECTOR__SYSLOG: `localhost:${port}`,
          POSTERN_AUDIT__STREAMS__COLLECTOR__CA_FILE: join(folder, "ca.pem"),
        },
      });
      const token = await adminToken(server);
      const received = () => {
        const path = join(folder, "received");
        return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
      };
      const roles = () =>
        received()
          .filter((line) => line.includes(" role.created "))
          .map((line) => JSON.parse(line.slice(line.indexOf("{"))).target.name);
      await role(server, token, "one");
      await expect.poll(roles, { timeout: patient(20_000) }).toEqual(["one"]);
      // Facility 13 is that of audit logs, 6 is informational.
      expect(received().find((line) => line.includes(" role.created "))).toMatch(
        /^13 6 postern role\.created +\{/,
      );
      await ended(program);
      await role(server, token, "two");
      await role(server, token, "three");
      program = await collector(folder, port);
      await expect
        .poll(() => [...new Set(roles())], { timeout: patient(30_000) })
        .toEqual(["one", "two", "three"]);
      await server.stop("SIGKILL");
      await ended(program);
    },
  );
});
