/** How a write is refused after which no administrator would get in (I-8, decision E-13). */
import { AuthError } from "../../errors.ts";
import type { Logger } from "../../runtime.ts";
import type { Change, Write } from "../../store/change.ts";

/** A write that would lock administrators out; rendered as the conflict that it is. */
class LockoutError extends AuthError {}

/** Whether a write was refused because it would lock administrators out. */
export const isLockout = (error: unknown): boolean => error instanceof LockoutError;

/**
 * Throws `conflict` with the consequence in words. A writer who said that it knows passes, and the log has what it did.
 * @param message what no administrator could do any more
 */
export function refuseLockout(
  log: Logger,
  open: Write,
  changes: readonly Change[],
  message: string,
  consequence: string,
): void {
  if (open.forced) {
    for (const { topic, action, entity, actor } of changes) {
      log.warn("a write was forced that locks out", {
        ...{ topic, action, entity, actor },
        lockout: message,
        consequence,
      });
    }
    return;
  }
  throw new LockoutError("conflict", message, {
    detail: `${consequence}. With ?force=true it is done all the same; postern recover is the way back then`,
  });
}
