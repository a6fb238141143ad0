/** Starts the real standalone server as a process on Node, Bun or Deno, as `npm start` does. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { isCurrent } from "../../scripts/is-current.ts";
import { readAnswer } from "./answer.ts";
import { runFolder } from "./database-image.ts";
import { fillDataFolder } from "./embedded-folder.ts";
import { ending } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";
import { patient } from "./patience.ts";

export type RuntimeName = "node" | "bun" | "deno";
export const RUNTIMES: readonly RuntimeName[] = ["node", "bun", "deno"];

const ROOT = join(import.meta.dirname, "../..");
/** The program as it is in the repository. */
export const SOURCES = join(ROOT, "src/cli/postern.ts");
const BIN = join(ROOT, "node_modules/.bin");
const START_DEADLINE = patient(60_000);

/** As `npm run start:deno`: the embedded database is compiled once, which saves a third of a start's processor time. */
const DENO = ["run", "-A", "--v8-flags=--no-wasm-tier-up,--no-wasm-dynamic-tiering"];

/** Arguments that run a TypeScript file on each runtime. */
export const command = (runtime: RuntimeName, script: string): [string, string[]] => [
  join(BIN, runtime),
  runtime === "deno" ? [...DENO, script] : [script],
];

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** What the first start told, in `first-run.txt` of its data folder; absent at every other one. */
  readonly firstRun?: string;
  readonly admin?: Credentials;
  readonly login?: Credentials;
  readonly demo?: Credentials;
  /** Everything it wrote so far. */
  output(): string;
  /** What reads its standard output is gone from now on. */
  loseReader(): void;
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServerOptions {
  readonly runtime?: RuntimeName;
  /** Program and first arguments that take the place of the runtime and the sources. */
  readonly program?: readonly [string, ...string[]];
  /** Working folder; absent: that of the data. */
  readonly cwd?: string;
  readonly dataDir?: string;
  /** Absent: a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Another file than that of `npm start`, which is the bundle unless a source is newer. */
  readonly file?: string;
}

/** Variables of the machine that would configure the server are left out. */
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("POSTERN_")));

/** What Node compiled of the program is kept for the run: a tenth of a start's processor time, half of a command's. */
const compileCache = (): Record<string, string> => {
  const folder = runFolder();
  return folder ? { NODE_COMPILE_CACHE: join(folder, "compiled") } : {};
};

let built: boolean | undefined;
/** The bundle starts with half of the processor time that Node and Deno need for the sources. */
const isBuilt = () => (built ??= isCurrent(ROOT));
/** The file of `npm start`: the bundle, unless a source is newer. */
export const programFile = (): string => (isBuilt() ? join(ROOT, "bin/postern.js") : SOURCES);

function spawnPostern(
  options: ServerOptions & { readonly timeout?: number },
  ...words: string[]
): ChildProcess {
  const source = command(options.runtime ?? "node", options.file ?? programFile());
  const [program, ...given] = options.program ?? source.flat();
  return spawn(program ?? "", [...given, ...words, ...(options.args ?? [])], {
    cwd: options.cwd ?? options.dataDir ?? tmpdir(),
    env: { ...cleanEnvironment(), ...compileCache(), ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    // Such as npx, which does not pass signals on: they go to the whole group.
    detached: options.program !== undefined,
    ...(options.timeout !== undefined && { timeout: options.timeout, killSignal: "SIGKILL" }),
  });
}

function toldCredentials(output: string, label: string): Credentials | undefined {
  const [, id, secret] = new RegExp(`${label} +(\\S+) +(\\S+)`).exec(output) ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** Runs a command to its end. */
export async function runPostern(
  options: ServerOptions & { /** Its standard output has no reader. */ readonly unread?: true },
  ...words: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnPostern({ ...options, ...ending }, ...words);
  if (options.unread) child.stdout?.destroy();
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

/** Resolves when the server says that it listens; rejects with its output when it ends instead. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? temporaryFolder();
  // Another program makes its database from nothing, as a stranger's does.
  const isOurs = options.dataDir === undefined && options.program === undefined;
  if (isOurs && options.env?.POSTERN_DATABASE__DSN === undefined) await fillDataFolder(dataDir);
  const child = spawnPostern(
    { ...options, dataDir, env: { POSTERN_SERVER__DRAIN_DELAY: "0s", ...options.env } },
    "serve",
    "--port",
    String(options.port ?? 0),
    "--data-dir",
    dataDir,
    "--log-format",
    "json",
  );
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no start in time:\n${output}`)),
      START_DEADLINE,
    );
    const look = (chunk: Buffer) => {
      output += chunk.toString();
      const listening = /"message":"listening","url":"([^"]+)"/.exec(output)?.[1];
      if (!listening) return;
      clearTimeout(timer);
      resolve(listening);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${output}`));
    });
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    const { pid, exitCode, signalCode } = child;
    if (pid && exitCode === null && signalCode === null) {
      process.kill(options.program ? -pid : pid, signal);
    }
    return exited;
  };
  // With a declared password there is nothing to tell.
  const sealed = output.includes("read the first credentials");
  const firstRun = sealed ? readFileSync(join(dataDir, "first-run.txt"), "utf8") : "";
  const admin = toldCredentials(firstRun, "Administrator");
  const login = toldCredentials(firstRun, "Login client");
  const demo = toldCredentials(firstRun, "Demo account");
  return {
    url,
    pid: child.pid ?? 0,
    ...(sealed && { firstRun }),
    ...(admin && { admin }),
    ...(login && { login }),
    ...(demo && { demo }),
    output: () => output,
    loseReader: () => void child.stdout?.destroy(),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop("SIGKILL");
    },
  };
}

/** Talks to a running server over the network. */
export async function send(
  server: RunningServer,
  method: string,
  path: string,
  init: {
    basic?: Credentials;
    bearer?: string;
    form?: Record<string, string>;
    json?: unknown;
  } = {},
) {
  const { basic, bearer, form, json } = init;
  const headers: Record<string, string> = {
    ...(basic && { authorization: `Basic ${btoa(`${basic.id}:${basic.secret}`)}` }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(json !== undefined && { "content-type": "application/json" }),
  };
  const body = form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json);
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers,
    body,
    redirect: "manual",
  });
  return readAnswer(response);
}

/** An access token of the administrator, through the login client of the first run. */
export async function adminToken(server: RunningServer): Promise<string> {
  const { admin, login } = server;
  if (!admin || !login) throw new Error("this was not the first run");
  const { body } = await send(server, "POST", "/auth/oauth2/token", {
    basic: login,
    form: { grant_type: "password", username: admin.id, password: admin.secret },
  });
  return body.access_token;
}
