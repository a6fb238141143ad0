/**
 * The image of the Dockerfile, built and run without Docker: by buildah on a base that is made here of Debian's and npm's packages,
 * and by runc. What is built stays in a folder of the machine, since it takes minutes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "../protocol/docs/blocks.ts";
import { execFileSync, runProgram } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { hasCommand } from "./installed.ts";

const PLACE = join(tmpdir(), "postern-clients", "image");
/** Limits of one command: the site of the documentation alone takes minutes on a busy machine. */
export const BUILD_MS = 20 * 60_000;
const building = { timeout: BUILD_MS, maxBuffer: 64 * 2 ** 20 };

/** Whether this machine can build and run it; says so aloud where it cannot. */
export function hasBuilder(): boolean {
  if (process.getuid?.() !== 0) {
    console.warn("SKIPPED: the image needs root");
    return false;
  }
  return ["buildah", "mmdebstrap", "runc"].every((name) => hasCommand("the image", name));
}

async function buildah(...words: string[]): Promise<string> {
  const storage = [
    ...["--root", join(PLACE, "storage"), "--runroot", join(PLACE, "run")],
    ...["--storage-driver", "vfs"],
  ];
  const { stdout } = await runProgram("buildah", [...storage, ...words], building);
  return stdout.trim();
}

/** As Debian's folders are named, and as npm names them. */
const ARCHITECTURE = process.arch === "arm64" ? "arm64" : "amd64";

/** What `node:VERSION-slim` of Docker Hub has: Debian 12, Node and npm. */
async function makeBase(name: string): Promise<void> {
  if ((await buildah("images", "--quiet", "--filter", `reference=${name}`)) !== "") return;
  const folder = mkdtempSync(join(PLACE, "base-"));
  const root = join(folder, "root");
  const debian = join(folder, "debian.tar");
  const include = "base-files,bash,ca-certificates,coreutils,dash,findutils,grep,libstdc++6,sed";
  const words = ["--variant=extract", "--mode=root", `--include=${include}`, "bookworm", debian];
  await runProgram("mmdebstrap", words, building);
  mkdirSync(root);
  await runProgram("tar", ["-C", root, "--exclude=./dev/*", "-xf", debian], building);
  const version = /:([\d.]+)-/.exec(name)?.[1];
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
  writeFileSync(
    join(root, "etc/passwd"),
    "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n",
  );
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  const container = await buildah("from", "--arch", ARCHITECTURE, "scratch");
  await buildah("copy", container, root, "/");
  const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  await buildah("config", "--arch", ARCHITECTURE, "--env", `PATH=${path}`, container);
  await buildah("commit", "--rm", container, `docker.io/library/${name}`);
  rmSync(folder, { recursive: true });
}

/** How this machine reaches npm's registry, for the build alone: nothing of it is in the image. */
function reachingRegistry(folder: string): string[] {
  const of = (key: string) =>
    execFileSync("npm", ["config", "get", key], { cwd: tmpdir(), encoding: "utf8" }).trim();
  const authority = process.env.NODE_EXTRA_CA_CERTS ?? of("cafile");
  const own = existsSync(authority);
  const lines = [`registry=${of("registry")}`, "update-notifier=false"];
  if (own) lines.push("cafile=/run/authority.pem");
  const file = join(folder, "npmrc");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const mounts = [
    `${file}:/root/.npmrc:ro`,
    ...(own ? [`${authority}:/run/authority.pem:ro`] : []),
  ];
  return mounts.flatMap((mount) => ["--volume", mount]);
}

export interface Image {
  /** Its file system. */
  readonly root: string;
  readonly config: {
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly Env: readonly string[];
    readonly User: string;
    readonly Healthcheck: { readonly Test: readonly string[] };
  };
  /** Compressed bytes of each layer, as they are pushed; the first is the base. */
  readonly layers: readonly number[];
}

export async function buildImage(): Promise<Image> {
  mkdirSync(PLACE, { recursive: true });
  const folder = temporaryFolder();
  const file = readFileSync(join(ROOT, "Dockerfile"), "utf8");
  await makeBase(/(node:\S+)/.exec(file)?.[1] ?? "");
  const flags = ["--isolation", "chroot", "--format", "docker", "--pull-never", "--layers"];
  const tag = ["--platform", `linux/${ARCHITECTURE}`, "--tag", "localhost/postern"];
  await buildah("build", ...flags, ...reachingRegistry(folder), ...tag, ROOT);
  const told = JSON.parse(await buildah("inspect", "--type", "image", "localhost/postern"));
  const pushed = join(folder, "pushed");
  await buildah("push", "localhost/postern", `oci:${pushed}`);
  const blob = (digest: string) => join(pushed, "blobs", digest.replace(":", "/"));
  const index = JSON.parse(readFileSync(join(pushed, "index.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(blob(index.manifests[0].digest), "utf8"));
  const container = await buildah("from", "--pull-never", "localhost/postern");
  return {
    root: await buildah("mount", container),
    config: told.Docker.config,
    layers: manifest.layers.map(({ size }: { size: number }) => size),
  };
}

/** Takes away what was made to run it; the layers stay for the next time. */
export const removeContainers = () => buildah("rm", "--all");

/** What manifests of Kubernetes ask for, of the pod and of its container. */
export interface SecurityContext {
  readonly runAsUser: number;
  readonly runAsGroup: number;
  readonly fsGroup: number;
  readonly allowPrivilegeEscalation: boolean;
  readonly readOnlyRootFilesystem: boolean;
  readonly capabilities: { readonly drop: readonly string[] };
}

export interface ContainerOptions {
  readonly image: Image;
  readonly rights: SecurityContext;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of this machine, by where they are inside. */
  readonly volumes: Readonly<Record<string, string>>;
}

export interface Container extends AsyncDisposable {
  output(): string;
  readonly ended: Promise<number | null>;
  /** Runs another program inside, as the health check is run. */
  execute(...words: string[]): Promise<{ code: number; output: string }>;
  kill(signal: string): Promise<void>;
}

const mount = (destination: string, type: string, source: string, ...options: string[]) => ({
  destination,
  type,
  source,
  options,
});

/** With the network of this machine; processes, mounts and names are its own. */
function specification({ image, rights, words, env = {}, volumes }: ContainerOptions) {
  if (rights.capabilities.drop.join() !== "ALL") throw new Error("capabilities are left");
  const kinds = ["bounding", "effective", "permitted", "inheritable", "ambient"];
  return {
    ociVersion: "1.0.0",
    process: {
      user: { uid: rights.runAsUser, gid: rights.runAsGroup, additionalGids: [rights.fsGroup] },
      args: words,
      cwd: "/app",
      env: [...image.config.Env, ...Object.entries(env).map((pair) => pair.join("="))],
      capabilities: Object.fromEntries(kinds.map((kind) => [kind, []])),
      noNewPrivileges: !rights.allowPrivilegeEscalation,
    },
    root: { path: image.root, readonly: rights.readOnlyRootFilesystem },
    mounts: [
      mount("/proc", "proc", "proc"),
      mount("/dev", "tmpfs", "tmpfs", "nosuid", "mode=755", "size=65536k"),
      ...Object.entries(volumes).map(([inside, folder]) => mount(inside, "bind", folder, "rbind")),
    ],
    linux: { namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })) },
  };
}

export function startContainer(options: ContainerOptions): Container {
  const bundle = temporaryFolder();
  writeFileSync(join(bundle, "config.json"), JSON.stringify(specification(options)));
  const name = bundle.split("/").at(-1) ?? "";
  const state = ["--root", join(PLACE, "runc")];
  const child: ChildProcess = spawn("runc", [...state, "run", "--bundle", bundle, name], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => (output += chunk));
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const kill = async (signal: string) => {
    await runProgram("runc", [...state, "kill", name, signal]);
  };
  return {
    output: () => output,
    ended,
    kill,
    execute: (...words) =>
      runProgram("runc", [...state, "exec", name, ...words]).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stderr }) => ({ code, output: stderr }),
      ),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) await kill("KILL").catch(() => {});
      await ended;
    },
  };
}

/** Files of a folder and those below it. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" });
