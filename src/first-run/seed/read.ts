/** Reads a seed document whole before anything is written: syntax, unknown members, secrets, names. */
import type { Service } from "../../call.ts";
import { StartError } from "../../errors.ts";
import { capability } from "../../runtime/capability.ts";
import { type Fault, writeFault } from "../../settings/document/faults.ts";
import { parseStrictly } from "../../settings/document/parse-strictly.ts";
import { isJsonObject } from "../../settings/document/schema-walk.ts";
import type { Settings } from "../../settings/index.ts";
import { parseSeed } from "./document.ts";
import { nameFaults } from "./names.ts";
import { type SeedValue, seedSchema } from "./schema.ts";
import { resolveSecrets } from "./secrets.ts";

type Document = Readonly<Record<string, unknown>>;
type Path = readonly PropertyKey[];

/** More faults than this are not worth reading. */
const MAX_FAULTS = 20;

export interface Seed {
  readonly value: SeedValue;
  /** The namespaces that it gives, with their defaults. */
  readonly settings: Partial<Settings>;
  /** Settings, session providers and clients as they were written, with their secrets: for storing. */
  readonly written: Document;
  /** The error of one place; it never repeats a value. */
  readonly refuse: (path: Path, reason: string, cause?: unknown) => StartError;
}

/**
 * The document that `first_run.seed` names. Throws one `StartError` that names every fault and its place,
 * and repeats no value.
 */
export async function readSeed({ runtime, options }: Service): Promise<Seed> {
  const file = options.first_run.seed;
  const files = capability(runtime, "seed", (text) => new StartError(`first_run.seed: ${text}`));
  const found = await files.read(file).catch((cause: unknown) => {
    const why = cause instanceof Error && "code" in cause ? cause.code : "it cannot be read";
    throw new StartError(`first_run.seed: cannot read ${file}: ${why}`, { cause });
  });
  if (!found) throw new StartError(`first_run.seed: cannot read ${file}: there is no such file`);
  if (found.open) {
    throw new StartError(
      `first_run.seed: every user of this machine may write to ${file}; chmod o-w it`,
    );
  }
  const { given, lineOf } = parseSeed(found.text, file);
  if (!isJsonObject(given)) throw new StartError(`${file}: must be a mapping of keys`);
  const faults: Fault[] = [];
  const written = await resolveSecrets({ files, document: file, faults }, seedSchema, given);
  const parsed = parseStrictly(seedSchema, written);
  const missing = new Set(faults.map(({ path }) => path.join("\n")));
  const others = parsed.ok ? nameFaults(parsed.value) : parsed.faults;
  faults.push(...others.filter(({ path }) => !missing.has(path.join("\n"))));
  const lineWith = (fault: Fault) => {
    const line = lineOf(fault.path);
    return `${file}${line ? ` line ${line}` : ""}: ${writeFault(fault, "the document")}`;
  };
  if (faults.length > 0 || !parsed.ok) {
    throw new StartError(faults.slice(0, MAX_FAULTS).map(lineWith).join("\n"));
  }
  return {
    value: parsed.value,
    settings: (parsed.value.settings ?? {}) as Partial<Settings>,
    written: written as Document,
    refuse: (path, reason, cause) => new StartError(lineWith({ path, reason }), { cause }),
  };
}
