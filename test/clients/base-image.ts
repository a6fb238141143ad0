/** What `node:VERSION-slim` of Docker Hub has, made of Debian's and npm's packages: Debian 12, Node and npm. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "../protocol/docs/blocks.ts";
import { execFileSync, runProgram } from "../support/ended-programs.ts";

/** Limits of one command: the site of the documentation alone takes minutes on a busy machine. */
export const BUILD_MS = 20 * 60_000;
export const building = { timeout: BUILD_MS, maxBuffer: 64 * 2 ** 20 };

export const SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const PACKAGES = "base-files,bash,ca-certificates,coreutils,dash,findutils,grep,libstdc++6,sed";

/** The name of the base image in the Dockerfile. */
export const baseName = (): string =>
  /(node:\S+)/.exec(readFileSync(join(ROOT, "Dockerfile"), "utf8"))?.[1] ?? "";

/**
 * Makes the file system of that image.
 * @param place in which it is made; the caller removes the answered folder
 * @param more packages of Debian
 */
export async function makeBaseRoot(place: string, more: readonly string[] = []): Promise<string> {
  const folder = mkdtempSync(join(place, "base-"));
  const root = join(folder, "root");
  const debian = join(folder, "debian.tar");
  const include = [PACKAGES, ...more].join();
  const words = ["--variant=extract", "--mode=root", `--include=${include}`, "bookworm", debian];
  await runProgram("mmdebstrap", words, building);
  mkdirSync(root);
  await runProgram("tar", ["-C", root, "--exclude=./dev/*", "-xf", debian], building);
  const version = /:([\d.]+)-/.exec(baseName())?.[1];
  const packages = { node: `node-linux-${process.arch}@${version}`, npm: "npm@11" };
  for (const [kind, wanted] of Object.entries(packages)) {
    const into = join(folder, kind);
    mkdirSync(into);
    const { stdout } = await runProgram("npm", ["pack", "--silent", wanted], { cwd: into });
    await runProgram("tar", ["-xzf", stdout.trim()], { cwd: into });
  }
  const local = join(root, "usr/local");
  mkdirSync(join(local, "bin"), { recursive: true });
  cpSync(join(folder, "node/package/bin/node"), join(local, "bin/node"));
  chmodSync(join(local, "bin/node"), 0o755);
  cpSync(join(folder, "npm/package"), join(local, "lib/node_modules/npm"), { recursive: true });
  chmodSync(join(local, "lib/node_modules/npm/bin/npm-cli.js"), 0o755);
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  const people = {
    passwd: "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n",
    group: "root:x:0:\nnode:x:1000:\n",
  };
  for (const [name, text] of Object.entries(people)) writeFileSync(join(root, "etc", name), text);
  return root;
}

interface Registry {
  /** The text of an npmrc. */
  readonly settings: string;
  /** The file of an authority that this machine trusts. */
  readonly authority: string | undefined;
}

/** How this machine reaches npm's registry. @param inside where its authority is found by npm */
export function registry(inside: string): Registry {
  const of = (key: string) =>
    execFileSync("npm", ["config", "get", key], { cwd: tmpdir(), encoding: "utf8" }).trim();
  const file = process.env.NODE_EXTRA_CA_CERTS ?? of("cafile");
  const authority = existsSync(file) ? file : undefined;
  const lines = [`registry=${of("registry")}`, "update-notifier=false"];
  if (authority) lines.push(`cafile=${inside}`);
  return { settings: `${lines.join("\n")}\n`, authority };
}
