/** Configuration from the environment: `POSTERN_` and the key, two underscores per level. */
import { StartError } from "../errors.ts";
import { convert, type KeyPath, keySpelled, resolveKey } from "./config-keys.ts";
import type { Assignment } from "./config-layers.ts";

const PREFIX = "POSTERN_";

/** Names the configuration file; no key of the configuration itself. */
export const CONFIG_VARIABLE = "POSTERN_CONFIG";

/** What Kubernetes injects for a service named postern: addresses of that service, not settings. */
const SERVICE_LINK = /^POSTERN_(?:[A-Z0-9_]+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_[A-Z0-9_]+)?$/;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Every key set by the environment. An empty variable counts as not set, as compose files and unit
 * files pass on unset variables as empty. Names of maps come out in lower case; where the case
 * or a dot matters, the whole map is given as JSON.
 */
export function readEnvironment(env: Environment): Assignment[] {
  const assignments: Assignment[] = [];
  const faults: string[] = [];
  const owners = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const text = env[name];
    if (!name.startsWith(PREFIX) || name === CONFIG_VARIABLE || !text) continue;
    const key = resolveKey(name.slice(PREFIX.length).toLowerCase().split("__"));
    if (!key.ok) {
      faults.push(`environment variable ${name} is not a known key${hint(name, key.nearest)}`);
      continue;
    }
    const path = key.path.join(".");
    const owner = owners.get(path);
    if (owner !== undefined) faults.push(`${owner} and ${name} both set ${path}; keep one`);
    owners.set(path, name);
    const source = `environment variable ${name}`;
    assignments.push({ path: key.path, value: convert(text, key.shape), source });
  }
  if (faults.length > 0) throw new StartError(faults.join("\n"));
  // Outer keys first: a variable for one member refines a variable that gives its object as JSON.
  return assignments.sort((a, b) => a.path.length - b.path.length);
}

function hint(name: string, nearest: KeyPath | undefined): string {
  const meant = nearest ?? keySpelled(name.slice(PREFIX.length).toLowerCase());
  if (meant) return `; did you mean ${PREFIX}${meant.join("__").toUpperCase()}?`;
  return SERVICE_LINK.test(name)
    ? "; Kubernetes sets it for a service named postern: use enableServiceLinks: false"
    : "";
}
