/** The commands of `postern` and what each of them does. */
import { availableParallelism } from "node:os";
import { startSmall } from "../adapters/current.ts";
import { workerLink } from "../adapters/workers.ts";
import type { PasswordHasher } from "../runtime.ts";
import { nearestName } from "../settings/document/nearest-name.ts";
import { type LoadedConfig, loadConfig } from "./config.ts";
import { writeEffective } from "./config-effective.ts";
import { hashPassword } from "./hash-password.ts";
import { HELP, overview } from "./help.ts";
import { generateKey } from "./keygen.ts";
import { readOwnFlags } from "./own-flags.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** A number that it answers is the exit code; else it is 0. */
export type Command = (argv: readonly string[], terminal: Terminal) => unknown;

/** By name; a name of two words is written as two arguments. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: async (argv, terminal) => {
    const { config } = load(argv, terminal);
    const worker = workerLink();
    const workers = worker ? 1 : workerCount(config.server.workers);
    if (workers > 1) {
      const { superviseWorkers } = await import("./workers/primary.ts");
      return superviseWorkers(config, workers, terminal.interactive);
    }
    const started = await startSmall();
    const { serve } = await import("./serve.ts");
    await serve(config, worker);
    started();
  },
  migrate: async (argv, terminal) => {
    const { config } = load(argv, terminal);
    await startSmall();
    const { migrate } = await import("./migrate.ts");
    await migrate(config);
  },
  move: async (argv, terminal) => {
    const { config } = load(argv, terminal);
    await startSmall();
    const { move } = await import("./move.ts");
    await move(config, terminal);
  },
  backup: async (argv, terminal) => {
    await startSmall();
    const { backup, readBackupFlags } = await import("./backup.ts");
    const flags = readBackupFlags(argv);
    await backup(flags, () => load(flags.rest, terminal).config, terminal);
  },
  restore: async (argv, terminal) => {
    await startSmall();
    const { readRestoreFlags, restore } = await import("./restore.ts");
    const flags = readRestoreFlags(argv);
    const { config } = load(flags.rest, terminal);
    await restore(flags, config, terminal);
  },
  recover: async (argv, terminal) => {
    await startSmall();
    const { readRecoverFlags, recover } = await import("./recover.ts");
    const flags = readRecoverFlags(argv);
    const { config } = load(flags.rest, terminal);
    await recover(config, flags, terminal);
  },
  "import users": async (argv, terminal) => {
    await startSmall();
    const { importUsers, readImportFlags } = await import("./import-users.ts");
    const flags = readImportFlags(argv);
    const { config } = load(flags.rest, terminal);
    await importUsers(config, flags, terminal);
  },
  "rotate-encryption-key": async (argv, terminal) => {
    const { config } = load(argv, terminal);
    await startSmall();
    const { rotateKey } = await import("./rotate-encryption-key.ts");
    await rotateKey(config, terminal);
  },
  "audit verify": async (argv, terminal) => {
    await startSmall();
    const { readHeadFlag, verifyAudit } = await import("./audit-verify.ts");
    const { known, rest } = readHeadFlag(argv);
    const { config } = load(rest, terminal);
    await verifyAudit(config, known, terminal);
  },
  export: async (argv, terminal) => {
    await startSmall();
    const { exportCommand, readExportWords } = await import("./configuration/export.ts");
    const words = readExportWords(argv);
    await exportCommand(words, terminal, () => load(words.rest, terminal).config);
  },
  apply: async (argv, terminal) => {
    await startSmall();
    const { applyCommand, readApplyWords } = await import("./configuration/apply.ts");
    const words = readApplyWords(argv);
    return applyCommand(words, terminal, () => load(words.rest, terminal).config);
  },
  "schema configuration": async (argv, terminal) => {
    refuseArguments(argv);
    const { configurationSchema } = await import("../configuration/json-schema.ts");
    terminal.out(JSON.stringify(configurationSchema(), null, 2));
  },
  doctor: async (argv, terminal) => {
    await startSmall();
    const { doctor, readDoctorFlags } = await import("./doctor.ts");
    const flags = readDoctorFlags(argv);
    const { config } = load(flags.rest, terminal);
    await doctor(config, flags, terminal);
  },
  health: async (argv, terminal) => {
    const { config } = load(argv, terminal);
    const { health } = await import("./health.ts");
    await health(config, terminal);
  },
  "config check": (argv, terminal) => terminal.out(writeEffective(load(argv, terminal)).trimEnd()),
  keygen: async (argv, terminal) => {
    const { values, rest } = readOwnFlags(argv, ["backup"]);
    refuseArguments(rest);
    if (values.backup === undefined) return terminal.out(generateKey());
    const { makeBackupKey } = await import("./backup-keys.ts");
    terminal.out(await makeBackupKey(values.backup, terminal));
  },
  "hash-password": async (argv, terminal) => {
    // An argument would stay in the history of the shell and in the process list.
    refuseArguments(argv, "the password is read from standard input, never from an argument");
    const password = await terminal.secret(["Password: ", "Again: "]);
    terminal.out(await hashPassword(password, openHasher));
  },
  help: (argv, terminal) => {
    const topic = argv.join(" ");
    if (topic === "") return terminal.out(overview());
    const help = Object.hasOwn(HELP, topic) ? HELP[topic] : undefined;
    if (!help) {
      const meant = nearestName(topic, Object.keys(HELP));
      throw new UsageError(
        `there is no command ${topic}${meant ? `; did you mean ${meant}?` : ""}`,
      );
    }
    terminal.out(help.text);
  },
};

const workerCount = (workers: number | "auto"): number =>
  workers === "auto" ? availableParallelism() : workers;

function load(argv: readonly string[], terminal: Terminal): LoadedConfig {
  const { env, cwd, readFile, interactive } = terminal;
  return loadConfig({ argv, env, cwd, readFile, interactive });
}

function refuseArguments(argv: readonly string[], reason = "takes no arguments"): void {
  if (argv.length > 0) throw new UsageError(reason);
}

/** The hasher of whichever runtime this is; nothing else of the runtime is used. */
async function openHasher(): Promise<PasswordHasher> {
  const { createRuntime } = await import("../adapters/current.ts");
  const runtime = await createRuntime({ data_dir: "./data" });
  return runtime.passwords;
}
