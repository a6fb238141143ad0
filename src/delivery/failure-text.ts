/** Why a delivery did not arrive, by id: its line and its row keep the English text. */
import { MESSAGES } from "../messages/en.ts";
import { type Message, type MessageId, recognised } from "../messages/message.ts";

const KNOWN: readonly MessageId[] = (Object.keys(MESSAGES) as MessageId[]).filter(
  (id) => id === "delivery.status" || id.startsWith("url."),
);

export const failureSaid = (text: string): Message => recognised(text, KNOWN);
