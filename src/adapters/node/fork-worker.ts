/** Workers on Node: the primary holds the port and hands connections to them in turn. */
import cluster from "node:cluster";
import { type Seat, seatEnvironment, type WorkerProcess, workerProcess } from "../workers.ts";

/** Runs the program of this process once more. */
export function forkWorker(seat: Seat): WorkerProcess {
  // Said aloud: where the kernel distributes, most connections end up with few workers.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  return workerProcess(cluster.fork(seatEnvironment(seat)).process);
}
