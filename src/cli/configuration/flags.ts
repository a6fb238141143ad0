/** The command line of `postern export` and `postern apply`: their own flags, files, and what is left for the configuration. */
import { UsageError } from "../usage-error.ts";

type Kind = "text" | "switch";

export interface Words {
  readonly texts: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  /** Words that are no flags and no values of flags. */
  readonly files: readonly string[];
  /** For the configuration. */
  readonly rest: readonly string[];
}

/** Flags of the configuration that take a value; all of them do. */
const isFlag = (word: string) => word.startsWith("--");

/** Takes the flags that a command knows; a flag of the configuration takes its value along. */
export function readWords(argv: readonly string[], known: Readonly<Record<string, Kind>>): Words {
  const texts = new Map<string, string>();
  const switches = new Set<string>();
  const files: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") {
      files.push(...argv.slice(at + 1));
      break;
    }
    if (!isFlag(word)) {
      files.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === "switch") {
      if (equals >= 0) throw new UsageError(`--${name} takes no value`);
      switches.add(name);
      continue;
    }
    const value = equals < 0 ? argv[++at] : word.slice(equals + 1);
    if (kind === undefined) {
      rest.push(word, ...(equals < 0 && value !== undefined ? [value] : []));
      continue;
    }
    if (!value || (equals < 0 && isFlag(value))) throw new UsageError(`--${name} needs a value`);
    if (texts.has(name)) throw new UsageError(`--${name} is there twice`);
    texts.set(name, value);
  }
  return { texts, switches, files, rest };
}
