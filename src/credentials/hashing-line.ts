/** The line in front of password checks: fair between networks, bounded in length and time (I-7, R-9). */
import { callerGone } from "../codes/attempts.ts";
import { AuthError } from "../errors.ts";
import type { PasswordHasher } from "../runtime.ts";
import { FairLine, type NotDone } from "../std/fair-line.ts";

/** Milliseconds; the clients of a sign-in give up about then. */
const DEADLINE_MS = 10_000;
const MAX_PER_NETWORK = 256;
const MAX_WAITING = 1_024;

function refuse(reason: NotDone): AuthError {
  if (reason === "gone") return callerGone();
  const text = "too many password checks at once";
  return new AuthError("unavailable", text, { retryAfter: reason === "late" ? 5 : 1 });
}

/** Two more than are computed at a time: while they are counted the threads have work. */
export const hashingLine = ({ parallel }: Pick<PasswordHasher, "parallel">): FairLine =>
  new FairLine({
    slots: parallel + 2,
    lane: MAX_PER_NETWORK,
    waiting: MAX_WAITING,
    deadline: DEADLINE_MS,
    refuse,
  });
