/** Guessing is limited, but a secret short enough to remember can still be guessed over time (I-7). */
import { type Message, message } from "../messages/message.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const GOOD_SECRET_LENGTH = 16;
const MAX_NAMED = 5;

/** For health: the enabled clients whose secrets are short, in one line. */
export function weakSecrets({ oauth_clients }: Snapshot): Message[] {
  const weak: string[] = [];
  for (const [id, { enabled, config }] of oauth_clients) {
    const { length } = config?.client_secret ?? "";
    if (enabled && length > 0 && length < GOOD_SECRET_LENGTH) weak.push(id);
  }
  if (weak.length === 0) return [];
  const named = weak.slice(0, MAX_NAMED).join(", ");
  const values = { least: GOOD_SECRET_LENGTH, names: named };
  const count = weak.length - MAX_NAMED;
  return [
    count > 0
      ? message("clients.short_secrets_more", { ...values, count })
      : message("clients.short_secrets", values),
  ];
}
