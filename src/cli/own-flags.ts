/** Flags that one command alone has, beside those of the configuration. */
import { UsageError } from "./usage-error.ts";

export interface OwnFlags<V extends string, S extends string> {
  readonly values: Readonly<Partial<Record<V, string>>>;
  readonly switches: ReadonlySet<S>;
  /** Words without dashes, where the command takes some. */
  readonly words: readonly string[];
  /** What is left for the configuration. */
  readonly rest: readonly string[];
}

const FLAG = /^--([a-z-]+)(?:=(.*))?$/s;

/**
 * @param named flags with a value, which may be `-`
 * @param on flags without one
 * @param words how many the command takes, before the first flag that is not its own
 */
export function readOwnFlags<V extends string, S extends string = never>(
  argv: readonly string[],
  named: readonly V[],
  on: readonly S[] = [],
  words = 0,
): OwnFlags<V, S> {
  const values: Partial<Record<V, string>> = {};
  const switches = new Set<S>();
  const found: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    const [, flag = "", inline] = FLAG.exec(word) ?? [];
    const name = named.find((one) => one === flag);
    const switched = on.find((one) => one === flag);
    if (name) {
      const value = inline ?? argv[++at];
      if (!value || (inline === undefined && value.startsWith("--"))) {
        throw new UsageError(`--${name} needs a value`);
      }
      if (values[name] !== undefined) throw new UsageError(`--${name} is given twice`);
      values[name] = value;
    } else if (switched) {
      if (inline !== undefined) throw new UsageError(`--${switched} takes no value`);
      switches.add(switched);
    } else if (word.startsWith("-") && word !== "-") {
      rest.push(word);
      // The value of a flag of the configuration.
      const next = argv[at + 1];
      if (inline === undefined && next !== undefined && !next.startsWith("--")) {
        rest.push(next);
        at += 1;
      }
    } else if (found.length < words) found.push(word);
    else rest.push(word);
  }
  return { values, switches, words: found, rest };
}
