/** `postern`: finds the command, runs it, and turns failures into one clear line and an exit code. */

import { packageVersion } from "../adapters/drivers/package-version.ts";
import { StartError } from "../errors.ts";
import { nearestName } from "../settings/document/nearest-name.ts";
import { COMMANDS } from "./commands.ts";
import { failureStack, failureText } from "./failure-text.ts";
import { HELP } from "./help.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/**
 * @param argv what follows the name of the program
 * @returns the exit code: 0 done, 1 failed, 2 misused
 */
export async function main(
  argv: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<number> {
  try {
    const code = await run(argv, terminal);
    return typeof code === "number" ? code : 0;
  } catch (error) {
    return report(error, argv, terminal);
  }
}

async function run(argv: readonly string[], terminal: Terminal): Promise<unknown> {
  const [first = ""] = argv;
  if (first === "--version" || first === "-V") return terminal.out(`postern ${packageVersion()}`);
  if (first === "--help" || first === "-h") return COMMANDS.help?.(argv.slice(1), terminal);
  if (first === "") throw new UsageError('which command? "postern help" lists them');
  const words = Object.hasOwn(COMMANDS, first) ? 1 : 2;
  const name = argv.slice(0, words).join(" ");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(unknownCommand(argv));
  const rest = argv.slice(words);
  const asksHelp = rest.some((word) => word === "--help" || word === "-h");
  if (asksHelp && name !== "help") return terminal.out(HELP[name]?.text ?? "");
  return command(rest, terminal);
}

/** Of two words only the first is named when the second is a flag. */
function unknownCommand([first = "", second = ""]: readonly string[]): string {
  const known = Object.keys(COMMANDS);
  const both = second === "" || second.startsWith("-") ? first : `${first} ${second}`;
  const meant =
    known.find((name) => name.startsWith(`${first} `) && both === first) ??
    nearestName(both, known) ??
    nearestName(first, known);
  const named = meant?.includes(" ") ? both : first;
  return `there is no command ${named}; ${meant ? `did you mean ${meant}?` : '"postern help" lists them'}`;
}

function report(error: unknown, argv: readonly string[], terminal: Terminal): number {
  if (error instanceof StartError) {
    for (const line of error.message.split("\n")) terminal.err(`postern: ${line}`);
    return error instanceof UsageError ? 2 : 1;
  }
  terminal.err(`postern: ${failureText(error)}`);
  // The configuration may be what failed, so the level is taken from where it can be seen.
  const debug =
    terminal.env.POSTERN_LOG__LEVEL === "debug" ||
    argv.some((word, at) => word === "--log-level=debug" || isDebugPair(argv, at));
  if (debug && error instanceof Error) terminal.err(failureStack(error));
  return 1;
}

function isDebugPair(argv: readonly string[], at: number): boolean {
  return argv[at] === "--log-level" && argv[at + 1] === "debug";
}
