/** Workers on Bun: each opens the port itself, and the kernel distributes the connections. */
import { fork } from "node:child_process";
import process from "node:process";
import {
  refuseElsewhereThanLinux,
  type Seat,
  seatEnvironment,
  type WorkerProcess,
  workerProcess,
} from "../workers.ts";

/** Runs the program of this process once more. Throws `StartError` where a port cannot be shared. */
export function forkWorker(seat: Seat): WorkerProcess {
  refuseElsewhereThanLinux();
  const [, program = "", ...args] = process.argv;
  return workerProcess(fork(program, args, { env: seatEnvironment(seat) }));
}
