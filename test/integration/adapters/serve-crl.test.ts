/** Withdrawn client certificates on Node: `server.tls.client_crl_files` (F-8, RFC 5280 §5). */
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { beforeAll, expect, test } from "vitest";
import {
  type Authority,
  createAuthority,
  SERVER,
  type TestCertificate,
} from "../../support/certificates.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { runScript, type Script } from "./support.ts";

let root: Authority;
let between: Authority;
let site: TestCertificate;
let good: TestCertificate;
let withdrawn: TestCertificate;
/** Issued by an authority below the root, which the client sends along. */
let below: TestCertificate;
let crls = "";

beforeAll(() => {
  root = createAuthority();
  between = root.intermediate("/CN=Between");
  site = root.issue({ subject: "/CN=localhost", extensions: SERVER });
  good = root.issue({ subject: "/CN=good" });
  withdrawn = root.issue({ subject: "/CN=withdrawn" });
  const issued = between.issue({ subject: "/CN=below" });
  below = { ...issued, cert: `${issued.cert}\n${between.cert}` };
  crls = join(temporaryFolder(), "clients.crl");
});

const files = (more: object = {}) => ({
  tls: {
    cert_file: site.certFile,
    key_file: site.keyFile,
    client_ca_files: [root.certFile],
    client_crl_files: [crls],
    ...more,
  },
});

async function start(lists: readonly string[]): Promise<Script & { readonly url: string }> {
  // A distribution point writes text around the blocks, and several may be in a file.
  writeFileSync(crls, lists.map((list, index) => `list ${index}\n${list}`).join("\n"));
  const script = runScript("node", "server.ts", JSON.stringify(files()));
  return { ...script, url: `${(await script.line(/^url/)).slice(4)}/who` };
}

/** The length of the certificate that the server counts, or the code of the failure. */
function ask(url: string, client?: TestCertificate, agent = new Agent()): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request(url, { ca: root.cert, agent, ...client }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(JSON.parse(text).certificate));
    });
    call.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end();
  });
}

const counted = ({ der }: TestCertificate) => der.length;

test("a withdrawn certificate is cut off, by the list of each authority in its chain", async () => {
  await using server = await start([root.revocationList([withdrawn]), between.revocationList()]);
  expect(await ask(server.url)).toBe(0);
  expect(await ask(server.url, good)).toBe(counted(good));
  expect(await ask(server.url, below)).toBe(counted(below));
  expect(await ask(server.url, withdrawn)).toEqual(expect.stringMatching(/^E/));
  expect(await server.line(/^log/)).toBe(
    "log a client certificate was refused by the TLS listener CERT_REVOKED",
  );
});

test("fails closed: without the list of one authority, and with a list that is over", async () => {
  await using server = await start([root.revocationList()]);
  expect(await ask(server.url, below)).toEqual(expect.stringMatching(/^E/));
  expect(await server.line(/UNABLE_TO_GET_CRL/)).toBeTruthy();
  // People's browsers come without a certificate.
  expect(await ask(server.url)).toBe(0);
  await using late = await start([root.revocationList([], "20210101000000Z")]);
  expect(await ask(late.url, good)).toEqual(expect.stringMatching(/^E/));
  expect(await late.line(/CRL_HAS_EXPIRED/)).toBeTruthy();
});

test("a list that is replaced counts at once: for kept connections and resumed sessions, too", async () => {
  await using server = await start([root.revocationList(), between.revocationList()]);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const other = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(server.url, good, kept)).toBe(counted(good));
  const people = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(server.url, undefined, people)).toBe(0);
  expect(await ask(server.url, withdrawn, other)).toBe(counted(withdrawn));
  const session = await sessionOf(server.url, withdrawn);

  // What is half written changes nothing, and the log says so.
  writeFileSync(crls, root.revocationList([withdrawn]).slice(0, 200));
  await server.line(/^log revocation lists cannot be read; those of before count/);
  expect(await ask(server.url, withdrawn, other)).toBe(counted(withdrawn));

  const open = Object.values(people.freeSockets).flat()[0];
  writeFileSync(crls, `${root.revocationList([withdrawn])}${between.revocationList()}`);
  await server.line(/^log the revocation lists of client certificates were read again/);
  expect(await ask(server.url, withdrawn, other)).toEqual(expect.stringMatching(/^E/));
  expect(await ask(server.url, withdrawn)).toEqual(expect.stringMatching(/^E/));
  expect(await resumed(server.url, withdrawn, session)).toEqual(expect.stringMatching(/^E/));
  expect(await ask(server.url, good, new Agent())).toBe(counted(good));
  expect(await ask(server.url, undefined, people)).toBe(0);
  // A connection without a certificate is left alone.
  expect(open?.destroyed).toBe(false);
  for (const agent of [kept, other, people]) agent.destroy();
});

test.each([
  ["is missing", () => "/nowhere.crl"],
  ["holds none", () => root.certFile],
  [
    "is broken",
    () => {
      const path = join(temporaryFolder(), "broken.crl");
      writeFileSync(path, root.revocationList().replace(/\n[\w+/]{20}/, "\nAAAAAAAAAAAAAAAAAAAA"));
      return path;
    },
  ],
])("does not start with a file that %s", async (_, path) => {
  const options = JSON.stringify(files({ client_crl_files: [path()] }));
  await using server = runScript("node", "server.ts", options);
  expect(await server.line(/^refused|^url/)).toMatch(
    /^refused StartError: server\.tls\.client_crl_files: /,
  );
  expect(readFileSync(root.certFile, "utf8")).toContain("CERTIFICATE");
});

/** TLS as a client that keeps its session, and asks with it later. */
function dial(url: string, { cert, key }: TestCertificate, session?: Buffer) {
  const { port, host } = new URL(url);
  return new Promise<{ answer: string; session: Buffer | undefined }>((resolve) => {
    let answer = "";
    let latest: Buffer | undefined;
    const socket = connect(
      {
        port: Number(port),
        host: "127.0.0.1",
        servername: "localhost",
        ca: root.cert,
        cert,
        key,
        ...(session && { session }),
      },
      () => socket.write(`GET /who HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    socket.on("session", (next: Buffer) => {
      latest = next;
    });
    socket.on("data", (part: Buffer) => {
      answer += part;
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ answer: error.code ?? "E", session: latest }),
    );
    socket.on("end", () => resolve({ answer, session: latest }));
  });
}

async function sessionOf(url: string, client: TestCertificate): Promise<Buffer> {
  const { session, answer } = await dial(url, client);
  expect(answer).toContain(`"certificate":${counted(client)}`);
  expect(session).toBeDefined();
  return session ?? Buffer.alloc(0);
}

async function resumed(url: string, client: TestCertificate, session: Buffer): Promise<string> {
  const { answer } = await dial(url, client, session);
  return answer === "" ? "E" : answer;
}
