/** What the service refuses to a person for good is an answer, too: it is not offered. */
import { Failure } from "./failure.ts";

/**
 * `null` for what is not offered, which is neither asked again nor forgotten as a failure is.
 *
 * @param off ids of the refusals that say so, beside every 403
 */
export async function notOffered<Answer>(
  answer: Promise<Answer>,
  ...off: readonly string[]
): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { status, sentences } = error;
    if (status === 403 || sentences.some(({ id = "" }) => off.includes(id))) return null;
    throw error;
  }
}
