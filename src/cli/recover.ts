/** `postern recover`: makes an administrator and tells the password once (I-8, C-6). */
import { rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { byItself } from "../call.ts";
import { StartError } from "../errors.ts";
import { placeOf } from "../first-run/defaults.ts";
import { type Recovered, recoverAdministrator } from "../first-run/recover.ts";
import { alias } from "../iam/principals/principal-schema.ts";
import { loginPath } from "../server/gateway.ts";
import type { Config } from "./config.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import { withService } from "./with-service.ts";

export interface RecoverFlags {
  readonly user: string;
  /** Where the password goes when standard output is no terminal, or when a file is asked for. */
  readonly out: string | undefined;
  /** What is left for the configuration. */
  readonly rest: readonly string[];
}

const FILE = "postern-administrator.txt";

/** Takes `--user` and `--out` from the command line. */
export function readRecoverFlags(argv: readonly string[]): RecoverFlags {
  const found: { user?: string; out?: string } = {};
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    const [, flag, inline] = /^--(user|out)(?:=(.*))?$/s.exec(word) ?? [];
    if (flag !== "user" && flag !== "out") {
      rest.push(word);
      continue;
    }
    const value = inline ?? argv[++at];
    if (!value || (inline === undefined && value.startsWith("--"))) {
      throw new UsageError(`--${flag} needs a value`);
    }
    found[flag] = value;
  }
  const user = alias.safeParse(found.user ?? "admin");
  if (!user.success) throw new UsageError(`--user: ${user.error.issues[0]?.message}`);
  return { user: user.data, out: found.out, rest };
}

/** The operator may not be able to read a log: the file is there before anything is written. */
function reserve(path: string): void {
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === "EEXIST" ? "is there already; move it away" : `cannot be made: ${code}`;
    throw new StartError(`${path} ${reason}. Nothing was changed.`, { cause });
  }
}

const credentials = ({ alias: user, password }: Recovered) =>
  `Administrator   ${user}   ${password}`;

/**
 * Prints the credentials on a terminal; otherwise, and with `--out`, they go to a file that only its
 * owner reads, since what is printed may end in a log. A refusal leaves no file behind.
 */
export async function recover(config: Config, flags: RecoverFlags, terminal: Terminal) {
  const path =
    flags.out || !terminal.interactive ? resolve(terminal.cwd, flags.out ?? FILE) : undefined;
  if (path) reserve(path);
  let done: Recovered;
  try {
    const place = { login_path: loginPath(config), code_path: config.login.path.code };
    done = await withService(config, (service) =>
      recoverAdministrator(byItself(service), flags.user, { ...placeOf(service), ...place }),
    );
    if (path) writeFileSync(path, `${credentials(done)}\n`, { mode: 0o600 });
  } catch (cause) {
    if (path) rmSync(path, { force: true });
    throw cause;
  }
  const what = done.created ? "was made an administrator" : "is an administrator again";
  if (path) terminal.out(`${done.alias} ${what}; the password is in ${path}`);
  else
    terminal.out(`${done.alias} ${what}. The password is shown once:\n\n  ${credentials(done)}\n`);
  for (const note of done.notes) terminal.err(`postern: note: ${note}`);
}
