/**
 * The image of the Dockerfile, built and run without Docker: by buildah on a base that is made here of Debian's and npm's packages,
 * and by runc. What is built stays in a folder of the machine, since it takes minutes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { ROOT } from "../protocol/docs/blocks.ts";
import { runProgram } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { baseName, building, makeBaseRoot, registry, SEARCH_PATH } from "./base-image.ts";
import { hasCommand } from "./installed.ts";

const PLACE = join(tmpdir(), "postern-clients", "image");

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

async function makeBase(name: string): Promise<void> {
  if ((await buildah("images", "--quiet", "--filter", `reference=${name}`)) !== "") return;
  const root = await makeBaseRoot(PLACE);
  const container = await buildah("from", "--arch", ARCHITECTURE, "scratch");
  await buildah("copy", container, root, "/");
  const path = `PATH=${SEARCH_PATH}`;
  await buildah("config", "--arch", ARCHITECTURE, "--env", path, container);
  await buildah("commit", "--rm", container, `docker.io/library/${name}`);
  rmSync(dirname(root), { recursive: true });
}

/** Mounts for the build alone: nothing of them is in the image. */
function reachingRegistry(folder: string): string[] {
  const { settings, authority } = registry("/run/authority.pem");
  const file = join(folder, "npmrc");
  writeFileSync(file, settings);
  const mounts = [
    `${file}:/root/.npmrc:ro`,
    ...(authority ? [`${authority}:/run/authority.pem:ro`] : []),
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
  await makeBase(baseName());
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
