/** Configuration from the command line, shared by every command that reads the configuration. */
import { parseArgs } from "node:util";
import { nearestName } from "../settings/document/nearest-name.ts";
import { convert, resolveKey } from "./config-keys.ts";
import type { Assignment } from "./config-layers.ts";
import { UsageError } from "./usage-error.ts";

/** Flags that stand for one key. */
const KEYS = {
  host: "server.host",
  port: "server.port",
  workers: "server.workers",
  "data-dir": "data_dir",
  "database-dsn": "auth.database.dsn",
  "log-level": "log.level",
  "log-format": "log.format",
} as const;

/** The flags as help texts show them. */
export const CONFIG_FLAGS = `  --config FILE          configuration file, YAML or JSON (POSTERN_CONFIG)
  --host HOST            address to listen on (127.0.0.1)
  --port PORT            port to listen on (8080; 0 takes a free one)
  --workers COUNT        processes that share the port, or auto (1)
  --data-dir FOLDER      folder of the embedded database and its key (./data)
  --database-dsn URL     use this Postgres instead of the embedded database
  --log-level LEVEL      debug, info, warn or error (info)
  --log-format FORMAT    json or pretty (pretty on a terminal)
  --set KEY=VALUE        any key, for example --set auth.prefix_path=/id`;

export interface Flags {
  readonly config: string | undefined;
  readonly assignments: readonly Assignment[];
}

/** @param argv what follows the command's name */
export function readFlags(argv: readonly string[]): Flags {
  const values = parse(argv);
  const assignments: Assignment[] = [];
  for (const [flag, path] of Object.entries(KEYS)) {
    const text = values[flag as keyof typeof KEYS];
    if (text !== undefined) assignments.push(assign(path, text, `--${flag}`));
  }
  for (const setting of values.set ?? []) {
    const equals = setting.indexOf("=");
    // The value may be a secret, so only the key is ever repeated.
    if (equals < 1) throw new UsageError("--set needs KEY=VALUE");
    const path = setting.slice(0, equals);
    assignments.push(assign(path, setting.slice(equals + 1), `--set ${path}`));
  }
  return { config: values.config, assignments };
}

function assign(path: string, text: string, source: string): Assignment {
  const key = resolveKey(path.split("."));
  if (key.ok) return { path: key.path, value: convert(text, key.shape), source: `flag ${source}` };
  const nearest = key.nearest ? `; did you mean ${key.nearest.join(".")}?` : "";
  throw new UsageError(`${source}: is not a known key${nearest}`);
}

const one = { type: "string" } as const;
const OPTIONS = {
  config: one,
  host: one,
  port: one,
  workers: one,
  "data-dir": one,
  "database-dsn": one,
  "log-level": one,
  "log-format": one,
  set: { type: "string", multiple: true },
} as const;

function flagHint(reason: string): string {
  const [, unknown] = /^Unknown option '--([^'=]+)/.exec(reason) ?? [];
  const meant = unknown && nearestName(unknown, Object.keys(OPTIONS));
  return meant ? `; did you mean --${meant}?` : "";
}

function parse(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: OPTIONS,
    });
    return values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "cannot read the command line";
    throw new UsageError(`${reason.split(". ")[0] ?? reason}${flagHint(reason)}`, { cause });
  }
}
