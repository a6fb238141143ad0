/** Documents in files: their texts as one document, with the secrets that they name, and where each record is written. */
import { StartError } from "../errors.ts";
import type { SeedFiles } from "../runtime/seed-files.ts";
import { type Fault, writeFault } from "../settings/document/faults.ts";
import { isJsonObject } from "../settings/document/schema-walk.ts";
import { MAX_FAULTS } from "./faults.ts";
import { type Document, documentSchema } from "./schema.ts";
import type { Open } from "./sealed-secret.ts";
import { resolveSecrets } from "./secrets.ts";
import { type DocumentText, parseText } from "./text.ts";

type Path = readonly PropertyKey[];

export interface NamedText {
  /** What it is called, and where relative paths of its secrets start. */
  readonly name: string;
  readonly text: string;
}

export interface ReadDocument {
  /** With the texts of its secrets. */
  readonly document: Document;
  /** Secrets that could not be read. */
  readonly faults: readonly Fault[];
  /** One line: file, line, place and what is wrong. It never repeats a value. */
  readonly lineWith: (fault: Fault) => string;
  /** One error for all of them. */
  readonly refuse: (faults: readonly Fault[], cause?: unknown) => StartError;
}

interface Part extends DocumentText {
  readonly name: string;
  readonly written: Document;
}

/** Which file has it: the one that has most of the path. */
function partOf(parts: readonly Part[], path: Path): Part | undefined {
  const [first, ...others] = parts;
  if (!first || others.length === 0) return first;
  const depth = ({ written }: Part) => {
    let value: unknown = written;
    let found = 0;
    for (const step of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) break;
      value = Reflect.get(value, step);
      found += 1;
    }
    return found;
  };
  return parts.reduce((best, one) => (depth(one) > depth(best) ? one : best), first);
}

/** A member with one document, and not a map of records. */
const WHOLE = "session_providers";

/** The records of all parts; one that two of them have is a conflict. */
function merged(parts: readonly Part[], lineOf: (part: Part, path: Path) => string): Document {
  const kinds = new Map<string, Map<string, Part>>();
  const document: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [kind, value] of Object.entries(part.written)) {
      const owners = kinds.get(kind) ?? new Map<string, Part>();
      const isNew = !kinds.has(kind);
      kinds.set(kind, owners);
      const names = isJsonObject(value) && kind !== WHOLE ? Object.keys(value) : [""];
      for (const name of names) {
        const other = owners.get(name);
        if (other || (!isNew && !isJsonObject(value) && value !== null)) {
          const path = name === "" ? [kind] : [kind, name];
          const there = lineOf(other ?? part, path);
          throw new StartError(
            `${lineOf(part, path)}: ${path.join(".")}: is in ${there} as well; keep one`,
          );
        }
        owners.set(name, part);
      }
      const before = Object.hasOwn(document, kind) ? document[kind] : undefined;
      const joined =
        isJsonObject(before) && isJsonObject(value)
          ? Object.fromEntries([...Object.entries(before), ...Object.entries(value)])
          : (value ?? before);
      Object.defineProperty(document, kind, {
        ...{ value: joined, enumerable: true, configurable: true, writable: true },
      });
    }
  }
  return document;
}

/**
 * @param files reads what secrets name
 * @param open opens sealed secrets; absent where no key was given
 * @throws StartError with the place of a fault of the syntax, or of a record that two files have
 */
export async function readDocuments(
  texts: readonly NamedText[],
  files: SeedFiles,
  open?: Open,
): Promise<ReadDocument> {
  const faults: Fault[] = [];
  const parts: Part[] = [];
  for (const { name, text } of texts) {
    const parsed = parseText(text, name);
    if (!isJsonObject(parsed.given)) throw new StartError(`${name}: must be a mapping of keys`);
    const source = { files, document: name, faults, open };
    const written = (await resolveSecrets(source, documentSchema, parsed.given)) as Document;
    parts.push({ ...parsed, name, written });
  }
  const placeIn = (part: Part, path: Path) => {
    const line = part.lineOf(path);
    return `${part.name}${line ? ` line ${line}` : ""}`;
  };
  const lineWith = (fault: Fault) => {
    const part = partOf(parts, fault.path);
    return `${part ? placeIn(part, fault.path) : ""}: ${writeFault(fault, "the document")}`;
  };
  return {
    document: merged(parts, placeIn),
    faults,
    lineWith,
    refuse: (all, cause) =>
      new StartError(all.slice(0, MAX_FAULTS).map(lineWith).join("\n"), { cause }),
  };
}

/**
 * The faults without those that follow from a secret that could not be read.
 * @param missing faults of secrets
 */
export function besides(missing: readonly Fault[], others: readonly Fault[]): Fault[] {
  const places = new Set(missing.map(({ path }) => path.join("\n")));
  return [...missing, ...others.filter(({ path }) => !places.has(path.join("\n")))];
}
