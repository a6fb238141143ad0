/** Configuration from the environment: `POSTERN_` and the key, two underscores per level. */
import { resolve } from "node:path";
import { StartError } from "../errors.ts";
import type { ReadFile } from "./config-file.ts";
import { convert, type KeyPath, keySpelled, type ResolvedKey, resolveKey } from "./config-keys.ts";
import type { Assignment } from "./config-layers.ts";

const PREFIX = "POSTERN_";
const FILE_SUFFIX = "_FILE";

/** Names the configuration file; no key of the configuration itself. */
export const CONFIG_VARIABLE = "POSTERN_CONFIG";

/** The token of commands that ask a running service; no key of the configuration either. */
export const TOKEN_VARIABLE = "POSTERN_TOKEN";

const OTHERS: ReadonlySet<string> = new Set([CONFIG_VARIABLE, TOKEN_VARIABLE]);

/** What Kubernetes injects for a service named postern: addresses of that service, not settings. */
const SERVICE_LINK = /^POSTERN_(?:[A-Z0-9_]+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_[A-Z0-9_]+)?$/;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where files that variables name are read. */
export interface FileAccess {
  readonly cwd: string;
  readonly readFile: ReadFile;
}

const keyOf = (name: string): ResolvedKey =>
  resolveKey(name.slice(PREFIX.length).toLowerCase().split("__"));

/**
 * Every key set by the environment. An empty variable counts as not set, as compose files and unit
 * files pass on unset variables as empty. Names of maps come out in lower case; where the case
 * or a dot matters, the whole map is given as JSON. `<variable>_FILE` names a file that holds the value of
 * a secret; no message repeats what is in it.
 */
export function readEnvironment(env: Environment, files: FileAccess): Assignment[] {
  const assignments: Assignment[] = [];
  const faults: string[] = [];
  const owners = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const given = env[name];
    if (!name.startsWith(PREFIX) || OTHERS.has(name) || !given) continue;
    const source = `environment variable ${name}`;
    const found = readVariable(name, given, files);
    if ("fault" in found) {
      faults.push(`${source} ${found.fault}`);
      continue;
    }
    const { key, text } = found;
    const path = key.path.join(".");
    const owner = owners.get(path);
    if (owner !== undefined) faults.push(`${owner} and ${name} both set ${path}; keep one`);
    owners.set(path, name);
    assignments.push({ path: key.path, value: convert(text, key.shape), source });
  }
  if (faults.length > 0) throw new StartError(faults.join("\n"));
  // Outer keys first: a variable for one member refines a variable that gives its object as JSON.
  return assignments.sort((a, b) => a.path.length - b.path.length);
}

type Found =
  | { readonly key: Extract<ResolvedKey, { ok: true }>; readonly text: string }
  | { readonly fault: string };

/** The key of a variable and its text, from the variable itself or from the file that it names. */
function readVariable(name: string, given: string, files: FileAccess): Found {
  const key = keyOf(name);
  if (key.ok) return { key, text: given };
  const unknown = { fault: `is not a known key${hint(name, given, key.nearest)}` };
  if (!name.endsWith(FILE_SUFFIX)) return unknown;
  const held = keyOf(name.slice(0, -FILE_SUFFIX.length));
  if (!held.ok) return unknown;
  if (!held.secret) return { fault: "is not a known key; only secrets are read from files" };
  const text = contentOf(given, files);
  return typeof text === "string" ? { key: held, text } : text;
}

/** A file without its last line break, which editors and shells add. */
function contentOf(path: string, { cwd, readFile }: FileAccess): string | { fault: string } {
  let text: string | undefined;
  try {
    text = readFile(resolve(cwd, path));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    return { fault: `names ${path}, which cannot be read: ${code}` };
  }
  if (text === undefined) return { fault: `names ${path}, which is not there` };
  return text.replace(/\r?\n$/, "") || { fault: `names ${path}, which is empty` };
}

function hint(name: string, given: string, nearest: KeyPath | undefined): string {
  const meant = nearest ?? keySpelled(name.slice(PREFIX.length).toLowerCase());
  // `POSTERN_PORT` is an address where Kubernetes sets it, and a number where a person does.
  const isLink = SERVICE_LINK.test(name) && (!meant || /^(?:tcp|udp|sctp):/.test(given));
  if (isLink)
    return "; Kubernetes sets it for a service named postern: use enableServiceLinks: false";
  return meant ? `; did you mean ${PREFIX}${meant.join("__").toUpperCase()}?` : "";
}
