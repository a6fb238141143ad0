/** Results of benchmarks in one file for each machine: what a part of a run replaces, and how two are compared. */
import { expect, test } from "vitest";
import {
  compareMachines,
  machineName,
  mergeSections,
  readMachine,
  writeMachine,
} from "../../bench/machine-file.ts";

const table = (title: string, rows: string) =>
  `### ${title}\n\n| What | Measured | Target | |\n|---|---|---|---|\n${rows}`;
const token = { bench: "token", text: table("Tokens", "| Postern | 1,000/s, 500 µs each | | |") };
const flow = { bench: "flow", text: table("Flows", "| ratio | 1.25 | at least 1.30 | |") };
const FILE = writeMachine("# A machine", [token, flow]);

test("a file is read as it was written", () => {
  expect(readMachine(FILE)).toEqual({ head: "# A machine", sections: [token, flow] });
});

test("a part of a run replaces its tables alone, and all stand in the order of the benches", () => {
  const newer = { ...token, text: table("Tokens", "| Postern | 2,000/s, 250 µs each | | |") };
  const scale = { bench: "scale", text: "### Scale" };
  const order = ["scale", "token", "flow"];
  expect(mergeSections([token, flow], [newer, scale], order)).toEqual([scale, newer, flow]);
});

test("two machines are compared by processor time where there is one, and rows of one alone are shown", () => {
  const faster = { ...token, text: table("Tokens", "| Postern | 1,500/s, 250 µs each | | |") };
  expect(compareMachines(FILE, writeMachine("# Another", [faster]))).toEqual([
    ["token: Postern", "1,000/s, 500 µs each", "1,500/s, 250 µs each", "0.50"],
    ["flow: ratio", "1.25", "", ""],
  ]);
});

test("a machine is named after processor, cores and memory", () => {
  expect(machineName("Intel(R) Xeon(R) Processor, 2 cores, 24 GiB")).toBe(
    "intel-xeon-processor-2-cores-24-gib",
  );
});
