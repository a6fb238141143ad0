/** Server processes of the benches: started on a free port, ended by their own handle. */
import { type ChildProcess, type ForkOptions, fork, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Running {
  readonly port: number;
  readonly process: ChildProcess;
  /** Standard output so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

const NEW_FOLDER = join(tmpdir(), "postern-bench-");
const FIRST_PORT = 26_000;
const PORTS = 1_000;
const KILL_AFTER_MS = 20_000;

async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** A folder that exists as long as `use` runs. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(NEW_FOLDER);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whatever ends this process must not leave its servers behind. */
const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

function launch(file: URL, args: readonly string[], port: number, options: ForkOptions): Running {
  const child = fork(file, args, {
    ...options,
    env: { ...process.env, ...options.env, NODE_ENV: "production", BENCH_PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  return running(child, port);
}

function running(child: ChildProcess, port: number): Running {
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    port,
    process: child,
    output: () => output,
    async stop() {
      const last = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
      child.kill("SIGTERM");
      await ended;
      clearTimeout(last);
    },
  };
}

/** A program that is no part of this project, and how it is told where to listen. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers with 2xx once it is ready. */
  readonly readyUrl: string;
}

/** On free ports of the loopback interface, as many as it needs; what it says is not shown. */
export async function startProgram(
  ports: number,
  describe: (...ports: readonly number[]) => Program,
): Promise<Running & { readonly ports: readonly number[] }> {
  const given: number[] = [];
  while (given.length < ports) {
    const port = await freePort();
    if (!given.includes(port)) given.push(port);
  }
  const { file, args, env, readyUrl } = describe(...given);
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr?.resume();
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  failed.catch(() => undefined);
  const started = running(child, given[0] ?? 0);
  await untilReady(started, () => Promise.race([untilAnswers(readyUrl), failed]));
  return { ...started, ports: given };
}

/** One of `servers/`; ready when it says so. */
export async function startServer(name: string, ...args: readonly string[]): Promise<Running> {
  const file = new URL(`./servers/${name}.ts`, import.meta.url);
  const running = launch(file, args, await freePort(), {});
  await untilReady(
    running,
    () => new Promise((resolve) => running.process.once("message", resolve)),
  );
  return running;
}

const CLI = new URL("../../src/cli/postern.ts", import.meta.url);
const PROBE = new URL("./probe.ts", import.meta.url).href;

export interface Postern extends Running {
  /** From the start of the process to the first readiness. */
  readonly readyMs: number;
  /** Its data folder, where the first start leaves the credentials. */
  readonly folder: string;
}

const FOLDER_FLAG = "--data-dir";

/** `postern serve` as an operator runs it, at log level warn. `probed` lets `probe.ts` look inside. `program` is the source unless it says otherwise. */
export async function startPostern(
  flags: readonly string[],
  {
    probed = false,
    execArgv = [] as readonly string[],
    program = CLI,
    env = {} as Readonly<Record<string, string>>,
  } = {},
): Promise<Postern> {
  const port = await freePort();
  const given = flags[flags.indexOf(FOLDER_FLAG) + 1];
  const named = flags.includes(FOLDER_FLAG) ? given : undefined;
  const folder = named ?? (await mkdtemp(NEW_FOLDER));
  const place = named === undefined ? [FOLDER_FLAG, folder] : [];
  const args = ["serve", "--port", String(port), "--log-level", "warn", ...place, ...flags];
  const started = performance.now();
  const running = launch(program, args, port, {
    execArgv: [...execArgv, ...(probed ? ["--import", PROBE] : [])],
    env,
  });
  await untilReady(running, () => untilAnswers(`http://127.0.0.1:${port}/readyz`));
  const readyMs = performance.now() - started;
  return {
    ...running,
    readyMs,
    folder,
    async stop() {
      await running.stop();
      if (named === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(running: Running, ready: () => Promise<unknown>): Promise<void> {
  const exited = new Promise<never>((_, reject) => {
    running.process.once("exit", (code) => reject(new Error(`a server ended with ${code}`)));
  });
  exited.catch(() => undefined);
  try {
    await Promise.race([ready(), exited]);
  } catch (error) {
    running.process.kill("SIGKILL");
    throw error;
  }
}

/** A million users on a busy machine take their time. */
const READY_WITHIN_MS = 180_000;

async function untilAnswers(url: string): Promise<void> {
  const last = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    if (performance.now() > last) throw new Error(`${url} did not get ready`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the first start tells once. */
export interface Credentials {
  readonly admin: { readonly id: string; readonly secret: string };
  readonly login: { readonly id: string; readonly secret: string };
  readonly demo: { readonly id: string; readonly secret: string };
}

const TOLD_WITHIN_MS = 5_000;

/** Without a terminal they are in a file; it is there before the service is ready, or a moment later. */
async function toldBy({ folder }: Pick<Postern, "folder">): Promise<string> {
  const last = performance.now() + TOLD_WITHIN_MS;
  for (;;) {
    const text = await readFile(join(folder, "first-run.txt"), "utf8").catch(() => "");
    // The description's address is the last line of the text.
    if (text.includes("API description") || performance.now() > last) return text;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function credentialsOf(postern: Pick<Postern, "folder">): Promise<Credentials> {
  const text = await toldBy(postern);
  const read = (label: string) => {
    const [, id, secret] = new RegExp(`${label} +(\\S+) +(\\S+)`).exec(text) ?? [];
    if (!id || !secret) throw new Error(`the first start did not tell: ${label}`);
    return { id, secret };
  };
  return { admin: read("Administrator"), login: read("Login client"), demo: read("Demo account") };
}

/** A new encryption key: a database that is not in a data folder has none there. */
export const newKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");

export const basic = ({ id, secret }: { readonly id: string; readonly secret: string }): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

const FORM = "application/x-www-form-urlencoded";
export const formHeaders = { "Content-Type": FORM } as const;

/** An access token of the administrator. */
export async function adminToken(port: number, credentials: Credentials): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/oauth2/token`, {
    method: "POST",
    headers: { ...formHeaders, Authorization: basic(credentials.login) },
    body: new URLSearchParams({
      grant_type: "password",
      username: credentials.admin.id,
      password: credentials.admin.secret,
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`no token: ${response.status}`);
  return token;
}
