/** `postern apply`: a plan that is read before it is done, then all of it or nothing. */
import { resolve } from "node:path";
import { createRuntime } from "../../adapters/current.ts";
import { DocumentError } from "../../configuration/faults.ts";
import { pathIn } from "../../configuration/path-in.ts";
import {
  type NamedText,
  type ReadDocument,
  readDocuments,
} from "../../configuration/read-files.ts";
import { openWith } from "../../configuration/sealed-secret.ts";
import { AuthError, StartError } from "../../errors.ts";
import type { Fault } from "../../settings/document/faults.ts";
import type { Config } from "../config.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { readWords, type Words } from "./flags.ts";
import { planText } from "./plan-text.ts";
import { TARGET_FLAGS, withTarget } from "./target.ts";

/** The exit code of a dry run that found something to do. */
const SOMETHING_TO_DO = 2;

export const readApplyWords = (argv: readonly string[]): Words => {
  const words = readWords(argv, {
    ...TARGET_FLAGS,
    ...{ key: "text", "dry-run": "switch", prune: "switch", yes: "switch", force: "switch" },
  });
  if (words.files.length === 0) throw new UsageError("which file? postern apply FILE…");
  return words;
};

const readFile = ({ cwd, readFile: read }: Terminal, name: string): string => {
  const text = read(resolve(cwd, name));
  if (text === undefined) throw new StartError(`cannot read ${name}: there is no such file`);
  return text;
};

async function read(words: Words, terminal: Terminal): Promise<ReadDocument> {
  const texts: NamedText[] = words.files.map((name) => ({ name, text: readFile(terminal, name) }));
  const key = words.texts.get("key");
  const open = key === undefined ? undefined : await openWith(readFile(terminal, key), key);
  const { seed } = await createRuntime({});
  if (!seed) throw new StartError("this runtime reads no files");
  const document = await readDocuments(texts, seed, open);
  if (document.faults.length > 0) throw document.refuse(document.faults);
  return document;
}

/** A refusal with the places of the files. */
function told(read: ReadDocument, error: unknown): unknown {
  if (!(error instanceof AuthError)) return error;
  const placed: Fault[] =
    error instanceof DocumentError
      ? [...error.faults]
      : (error.messages ?? []).flatMap(({ at, text }) => {
          const found = at === undefined ? undefined : pathIn(read.document, at);
          return found ? [{ path: found, reason: text.slice(`${at}: `.length) }] : [];
        });
  if (placed.length > 0) return read.refuse(placed, error);
  const reasons = error.messages?.map(({ text }) => text) ?? [error.detail];
  return new StartError([error.message, ...reasons].filter(Boolean).join("\n"), { cause: error });
}

async function confirmed(words: Words, terminal: Terminal): Promise<boolean> {
  if (words.switches.has("yes")) return true;
  if (!terminal.interactive) {
    throw new UsageError("nothing was changed: --yes applies without a question");
  }
  const answer = await terminal.secret(["Apply it? Type yes: "]);
  return answer.trim().toLowerCase() === "yes";
}

/** @returns the exit code */
export async function applyCommand(
  words: Words,
  terminal: Terminal,
  config: () => Config,
): Promise<number> {
  const ready = await read(words, terminal);
  const prune = words.switches.has("prune");
  const { document } = ready;
  try {
    return await withTarget(words, terminal, config, async (target) => {
      const plan = await target.plan(document, prune);
      terminal.out(planText(plan.changes));
      if (plan.changes.length === 0) return 0;
      if (words.switches.has("dry-run")) return SOMETHING_TO_DO;
      if (!(await confirmed(words, terminal))) {
        terminal.out("nothing was changed");
        return 1;
      }
      const version = await target.apply(document, prune, plan);
      terminal.out(`applied; the configuration is at version ${version}`);
      return 0;
    });
  } catch (error) {
    throw told(ready, error);
  }
}
