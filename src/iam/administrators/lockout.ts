/** How a write is refused after which no administrator would get in (I-8, decision E-13). */
import { AuthError } from "../../errors.ts";
import { type Message, textsOf } from "../../messages/message.ts";
import type { Logger } from "../../runtime.ts";
import type { Change, Write } from "../../store/change.ts";

/** A write that would lock administrators out; rendered as the conflict that it is. */
class LockoutError extends AuthError {}

/** Whether a write was refused because it would lock administrators out. */
export const isLockout = (error: unknown): boolean => error instanceof LockoutError;

/**
 * Throws `conflict` with the consequence in words. A writer who said that it knows passes, and the log has what it did.
 * @param message what no administrator could do any more
 * @param consequence why: a sentence, and what there is to it, one line each
 */
export function refuseLockout(
  log: Logger,
  open: Write,
  changes: readonly Change[],
  message: string,
  consequence: readonly Message[],
): void {
  const [sentence, ...lines] = textsOf(consequence);
  const text = lines.length > 0 ? `${sentence} (${lines.join("; ")})` : `${sentence}`;
  if (open.forced) {
    for (const { topic, action, entity, actor } of changes) {
      log.warn("a write was forced that locks out", {
        ...{ topic, action, entity, actor },
        lockout: message,
        consequence: text,
      });
    }
    return;
  }
  throw new LockoutError("conflict", message, {
    messages: consequence,
    detail: `${text}. With ?force=true it is done all the same; postern recover is the way back then`,
  });
}
