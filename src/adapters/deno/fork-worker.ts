/** Workers on Deno: each opens the port itself, and the kernel distributes the connections. */
/// <reference types="deno" />
import { spawn } from "node:child_process";
import process from "node:process";
import { StartError } from "../../errors.ts";
import {
  refuseElsewhereThanLinux,
  type Seat,
  seatEnvironment,
  type WorkerProcess,
  workerProcess,
} from "../workers.ts";

const PERMISSIONS = ["read", "write", "net", "env", "sys", "run", "ffi"] as const;

/** All permissions, and the option of `Deno.serve` by which a port is shared. */
const FLAGS = ["run", "-A", "--unstable-net"];

/**
 * Runs the program of this process once more. Throws `StartError` where a port cannot be shared, and for a
 * program that does not have all permissions: its workers must not have more than it was given.
 */
export function forkWorker(seat: Seat): WorkerProcess {
  refuseElsewhereThanLinux();
  const granted = (name: (typeof PERMISSIONS)[number]) =>
    Deno.permissions.querySync({ name }).state === "granted";
  if (!PERMISSIONS.every(granted)) {
    throw new StartError(
      "server.workers: Deno starts workers of a program with all permissions (-A) only",
    );
  }
  const [, program = "", ...args] = process.argv;
  const child = spawn(process.execPath, [...FLAGS, program, ...args], {
    env: seatEnvironment(seat),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  return workerProcess(child);
}
