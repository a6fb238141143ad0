/** The identity provider of `test/integration/saml/idp.py` as a process of a test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "./ended-programs.ts";
import { makeKey } from "./saml-idp.ts";

/** The interpreter of the operating system, which has its packages. */
const PYTHON = "/usr/bin/python3";
const PROGRAM = join(import.meta.dirname, "../integration/saml/idp.py");

const found = spawnSync(PYTHON, ["-c", "import saml2.server"]);
export const hasPysaml2 = found.status === 0 && spawnSync("xmlsec1", ["--version"]).status === 0;
if (!hasPysaml2)
  console.warn("SAML with pysaml2 is skipped: apt-get install python3-pysaml2 xmlsec1");

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

export interface Pysaml2 extends AsyncDisposable {
  readonly url: string;
  /** Tells it who the service provider is, and what it signs. */
  setUp(setup: {
    metadata?: string;
    response?: boolean;
    assertion?: boolean;
    /** URI of the cipher that assertions are encrypted by, and its key as xmlsec1 calls it. */
    encrypt?: readonly [string, string];
    /** Values that the person has from now on. */
    attributes?: Readonly<Record<string, readonly string[]>>;
  }): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
  /** The form that it answers a request with. */
  answer(location: string): Promise<{ SAMLResponse: string; RelayState: string }>;
}

/** @param host `127.0.0.1`, or `localhost` where it has to be another site */
export async function startPysaml2(host = "127.0.0.1"): Promise<Pysaml2> {
  const folder = mkdtempSync(join(tmpdir(), "postern-idp-"));
  const key = await makeKey();
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  writeFileSync(keyFile, key.privateKey);
  writeFileSync(certificateFile, key.certificate);
  const url = `http://${host}:${await freePort()}`;
  const child: ChildProcess = spawn(PYTHON, [PROGRAM, url, keyFile, certificateFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill();
    await gone;
  };
  return {
    url,
    async setUp(setup) {
      const answer = await fetch(`${url}/setup`, { method: "POST", body: JSON.stringify(setup) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async answer(location) {
      const response = await fetch(location);
      const page = await response.text();
      if (!response.ok) throw new Error(page);
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
      return { SAMLResponse: field("SAMLResponse"), RelayState: field("RelayState") };
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
