/** Which process wrote a lock: pid, when it started, and in which world that pid means something. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time of the process in the kernel's own unit; `""` where the system does not tell. */
  readonly started: string;
  readonly host: string;
  /** Pids of two identities may be compared only when their spaces are equal. */
  readonly space: string;
}

/** The identity of this process. */
export function currentProcess(): ProcessIdentity {
  const host = hostname();
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const pids = attempt(() => readlinkSync("/proc/self/ns/pid"));
  return {
    pid: process.pid,
    started: startTime(process.pid),
    host,
    space: `${host} ${boot} ${pids}`,
  };
}

/** `gone` and `same` are certain; `unknown` means that only time can tell. */
export function lookUp(other: ProcessIdentity): "gone" | "same" | "unknown" {
  if (other.space !== currentProcess().space) return "unknown";
  if (!exists(other.pid)) return "gone";
  const started = startTime(other.pid);
  if (started === "" || other.started === "") return "unknown";
  return started === other.started ? "same" : "gone"; // the pid was given to another process
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Field 22 of `/proc/<pid>/stat`; the command before it may hold spaces and brackets. */
function startTime(pid: number): string {
  return attempt(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  });
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
