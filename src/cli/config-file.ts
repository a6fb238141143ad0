/** The configuration file: where it is looked for, and YAML or JSON read from it. */
import { join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { TextFault, yamlFault } from "../configuration/yaml-fault.ts";
import { StartError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { type Assignment, flatten, isPlainObject } from "./config-layers.ts";

const NAMES = ["postern.yaml", "postern.yml", "postern.json"] as const;

/** The text of a file; undefined when there is none, an error when it cannot be read. */
export type ReadFile = (path: string) => string | undefined;

export interface FileRequest {
  /** From `--config` or `POSTERN_CONFIG`; without it the usual names are tried in `cwd`. */
  readonly path: string | undefined;
  readonly cwd: string;
  readonly readFile: ReadFile;
}

/** Every key of the file; none when no file was named and none is there. */
export function readConfigFile({ path, cwd, readFile }: FileRequest): Assignment[] {
  if (path !== undefined) {
    const text = read(readFile, resolve(cwd, path), path);
    if (text === undefined) throw new StartError(`cannot read ${path}: there is no such file`);
    return parse(text, path);
  }
  const found = NAMES.flatMap((name) => {
    const text = read(readFile, join(cwd, name), name);
    return text === undefined ? [] : [{ name, text }];
  });
  const [first, second] = found;
  if (first && second) {
    throw new StartError(
      `both ${first.name} and ${second.name} are there; choose one with --config FILE`,
    );
  }
  return first ? parse(first.text, first.name) : [];
}

function read(readFile: ReadFile, path: string, shown: string): string | undefined {
  try {
    return readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new StartError(`cannot read ${shown}: ${code}`, { cause });
  }
}

/**
 * YAML 1.2, of which JSON is a part. Only the kind and place of a syntax error are shown, because the
 * parser's own message quotes the line, and the line may hold a password.
 */
function parse(text: string, file: string): Assignment[] {
  const document = parseDocument(text, { logLevel: "error" });
  const [error] = document.errors;
  if (error) throw yamlFault(error, file);
  const value: unknown = toJs(document, file);
  if (value === null || value === undefined) return [];
  if (!isPlainObject(value)) throw new StartError(`${file}: must be a mapping of keys`);
  return flatten(value, file);
}

function toJs(document: { toJS(): unknown }, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new TextFault(file, message("fault.yaml.aliases"), undefined, { cause });
  }
}
