/**
 * Why a delivery did not arrive, as its row says it. Since 0.4.0 the row has the sentence with its id beside the English
 * text. Instances of 0.3.0 and before write the text alone, and their rows may be read for a long time: they, and nothing
 * else, are known by their words.
 */
import type { Sentence } from "../errors.ts";
import { MESSAGES } from "../messages/en.ts";
import { type Message, type MessageId, messageBy, plain } from "../messages/message.ts";
import type { LineRow } from "../store/deliveries.ts";

/** Sentences that 0.3.0 could store; each has one place at most. */
const KNOWN: readonly MessageId[] = (Object.keys(MESSAGES) as MessageId[]).filter(
  (id) => id.startsWith("delivery.") || id.startsWith("url."),
);

/** The sentence whose English text this is; `plain` where it is none of them. */
function knownByText(text: string): Message {
  for (const id of KNOWN) {
    const [before = "", name, after = ""] = MESSAGES[id].split(/\{(\w+)\}/);
    if (name === undefined) {
      if (text === before) return messageBy(id);
      continue;
    }
    const isLonger = text.length > before.length + after.length;
    if (!isLonger || !text.startsWith(before) || !text.endsWith(after)) continue;
    const value = text.slice(before.length, text.length - after.length);
    return messageBy(id, { [name]: /^\d{1,15}$/.test(value) ? Number(value) : value });
  }
  return plain(text);
}

/** A webhook that waits for an administrator since a restore. */
export const isPaused = (row: Parameters<typeof failureSaid>[0]): boolean =>
  failureSaid(row).id === "delivery.paused";

export const failureSaid = ({
  failure,
  failure_said,
}: Pick<LineRow, "failure" | "failure_said">): Sentence =>
  failure_said?.text === failure ? failure_said : knownByText(failure);
