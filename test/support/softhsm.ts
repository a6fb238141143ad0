/** `examples/key-signer` before a token of SoftHSM, as a process of a test. */
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execFileSync, spawnSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";

/** The interpreter of the operating system, which has its packages. */
const PYTHON = "/usr/bin/python3";
const PROGRAM = join(import.meta.dirname, "../../examples/key-signer/signer.py");
const MODULE = "/usr/lib/softhsm/libsofthsm2.so";

export const hasSoftHsm =
  existsSync(MODULE) && spawnSync(PYTHON, ["-c", "import PyKCS11"]).status === 0;
if (!hasSoftHsm) console.warn("SoftHSM is skipped: apt-get install softhsm2 python3-pykcs11");

const PIN = "1234";
const LABEL = "postern";
export const SIGNER_SECRET = "a token of the module";

const pairOf = (alg: string) =>
  alg === "ES256"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength: 2048 });

export interface SoftHsm extends AsyncDisposable {
  readonly url: string;
}

/** @param keys algorithm and `kid` of each */
export async function startSoftHsm(keys: readonly (readonly [string, string])[]): Promise<SoftHsm> {
  const folder = temporaryFolder();
  const tokens = join(folder, "tokens");
  mkdirSync(tokens);
  const conf = join(folder, "softhsm2.conf");
  writeFileSync(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\n`);
  const env = { ...process.env, SOFTHSM2_CONF: conf };
  const util = (...words: string[]) => execFileSync("softhsm2-util", words, { env });
  util("--init-token", "--free", "--label", LABEL, "--pin", PIN, "--so-pin", "4321");
  for (const [index, [alg, kid]] of keys.entries()) {
    const file = join(folder, `${kid}.pem`);
    writeFileSync(file, pairOf(alg).privateKey.export({ type: "pkcs8", format: "pem" }));
    const place = ["--token", LABEL, "--pin", PIN, "--label", kid, "--id", `0${index + 1}`];
    util("--import", file, ...place);
  }
  const signer = spawn(PYTHON, [PROGRAM], {
    env: {
      ...env,
      ...{ PKCS11_MODULE: MODULE, PKCS11_TOKEN: LABEL, PKCS11_PIN: PIN, PORT: "0" },
      ...{ SIGNER_TOKEN: SIGNER_SECRET, SIGNER_KEYS: keys.map((key) => key.join(":")).join() },
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => signer.once("exit", () => resolve()));
  const lines = createInterface({ input: signer.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    signer.once("exit", (code) => reject(new Error(`the signer ended with ${code}`)));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      signer.kill();
      await ended;
    },
  };
}
