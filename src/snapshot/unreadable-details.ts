/**
 * User records whose details do not open (C-3). They are opened on use, so they are found on use: each
 * is logged once by id, remembered for health while it stays as it is, and a caller learns no more than
 * that a record cannot be read.
 */
import type { SecretBox } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { Logger } from "../runtime.ts";
import { remember } from "../std/bounded-map.ts";
import type { Snapshot, UnreadableRow } from "./snapshot.ts";
import { undecryptable } from "./unreadable-rows.ts";

const TABLE = "auth_users";
/** More are in the log, not in health (N-11). */
const MAX_REMEMBERED = 1_000;

export class UnreadableDetails {
  readonly #log: Logger;
  /** Sealed text by id: another one is another record, which may well open. */
  readonly #found = new Map<string, string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The box with every failure noted. */
  watch(box: SecretBox): SecretBox {
    return {
      ...box,
      open: async (place, envelope) => {
        try {
          return await box.open(place, envelope);
        } catch (cause) {
          this.#note(place.row, envelope);
          throw new AuthError("server_error", message("refusal.record_sealed"), { cause });
        }
      },
    };
  }

  #note(id: string, envelope: string): void {
    if (this.#found.get(id) === envelope) return;
    this.#log.error("user record cannot be decrypted", { table: TABLE, id });
    remember(this.#found, id, envelope, MAX_REMEMBERED);
  }

  /** Those that are still there as they were found, in the order of their ids. */
  rows({ principals }: Snapshot): UnreadableRow[] {
    const rows: UnreadableRow[] = [];
    for (const [id, envelope] of this.#found) {
      if (principals.get(id)?.details.envelope !== envelope) this.#found.delete(id);
      else rows.push(undecryptable(TABLE, id));
    }
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
