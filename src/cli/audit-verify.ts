/** `postern audit verify`: finds a row of the audit log that was changed, taken away or put elsewhere (ADR 0095). */
import { StartError } from "../errors.ts";
import { type ChainFault, type ChainState, verifyChain } from "../store/audit-chain.ts";
import type { Config } from "./config.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import { withService } from "./with-service.ts";

/** What an earlier run has printed. */
interface KnownHead {
  readonly seq: number;
  readonly hash: string;
}

const HEAD = /^(\d{1,15}):([\w-]{43})$/;

/** Takes `--head` from the command line. */
export function readHeadFlag(argv: readonly string[]): {
  readonly known: KnownHead | undefined;
  readonly rest: readonly string[];
} {
  const rest: string[] = [];
  let known: KnownHead | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word !== "--head" && !word.startsWith("--head=")) {
      rest.push(word);
      continue;
    }
    const value = word === "--head" ? (argv[++at] ?? "") : word.slice("--head=".length);
    const [, seq, hash] = HEAD.exec(value) ?? [];
    if (!seq || !hash)
      throw new UsageError("--head needs NUMBER:HASH, as an earlier run printed it");
    known = { seq: Number(seq), hash };
  }
  return { known, rest };
}

const FAULTS: Readonly<Record<ChainFault["kind"], (seq: number) => string>> = {
  missing: (seq) => `entry ${seq} is missing`,
  changed: (seq) => `entry ${seq} is not the one that was written there`,
  start: (seq) => `entries before ${seq} are gone, and no entry says so`,
  end: (seq) => `entries behind ${seq} are gone`,
};

function textOf({ rows, start, last, hash, fault }: ChainState): string {
  if (fault) throw new StartError(`the audit log was changed: ${FAULTS[fault.kind](fault.seq)}`);
  const span = rows === 0 ? "no entries" : `${rows} entries, ${start + 1} to ${last}`;
  const head = rows === 0 ? "" : `\nhead ${last}:${hash}`;
  return `the audit log is whole: ${span}${head}`;
}

/**
 * Prints how many entries fit together, and the head of the chain.
 * @throws `StartError` at the first entry that does not fit
 */
export async function verifyAudit(
  config: Config,
  known: KnownHead | undefined,
  terminal: Pick<Terminal, "out">,
): Promise<void> {
  const state = await withService(config, ({ store, auditChain }) =>
    verifyChain(store, auditChain, known),
  );
  terminal.out(textOf(state));
}
