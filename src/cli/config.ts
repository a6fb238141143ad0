/** Static configuration (decisions, section 3): flags win over environment over file over defaults. */
import { StartError } from "../errors.ts";
import { type Fault, writeFault } from "../settings/document/faults.ts";
import { parseStrictly } from "../settings/document/parse-strictly.ts";
import { CONFIG_VARIABLE, type Environment, readEnvironment } from "./config-environment.ts";
import { type ReadFile, readConfigFile } from "./config-file.ts";
import { readFlags } from "./config-flags.ts";
import { type Layered, layer, sourceOf } from "./config-layers.ts";
import { type Config, configSchema } from "./config-schema.ts";

export type { Config } from "./config-schema.ts";

export interface ConfigRequest {
  /** What follows the command's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly readFile: ReadFile;
  /** The log goes to a terminal; decides the default of `log.format`. */
  readonly interactive?: boolean;
}

export interface LoadedConfig extends Layered {
  readonly config: Config;
}

/** Reads every source; throws a `StartError` that names each bad key and where it was set. */
export function loadConfig(request: ConfigRequest): LoadedConfig {
  const flags = readFlags(request.argv);
  const path = flags.config ?? (request.env[CONFIG_VARIABLE] || undefined);
  const layered = layer([
    ...readConfigFile({ path, cwd: request.cwd, readFile: request.readFile }),
    ...readEnvironment(request.env, request),
    ...flags.assignments,
  ]);
  const parsed = parseStrictly(configSchema, layered.document);
  if (!parsed.ok) throw new StartError(describe(parsed.faults, layered));
  const { value } = parsed;
  const format = value.log.format || (request.interactive ? "pretty" : "json");
  const trusted = value.auth.trusted_proxies;
  const config: Config = {
    ...value,
    // The service trusts the proxies of the server unless it has a list of its own.
    auth: {
      ...value.auth,
      trusted_proxies: trusted.length > 0 ? trusted : value.server.trusted_proxies,
    },
    log: { level: value.log.level, format },
  };
  return { config, ...layered };
}

function describe(faults: readonly Fault[], layered: Layered): string {
  return faults
    .map((fault) => {
      const source = sourceOf(layered.sources, fault.path);
      return writeFault(fault, "configuration") + (source === undefined ? "" : ` (${source})`);
    })
    .join("\n");
}
