/**
 * When records were last used: API keys, clients. Housekeeping: written in the background, many records with one
 * statement, at most once per record and minute in the whole fleet, and without a new version of the read model.
 */
import { sql } from "drizzle-orm";
import type { Runtime } from "../runtime.ts";
import { remember } from "../std/bounded-map.ts";
import type { Store } from "./store.ts";
import type { apiKeys, oauthClients } from "./tables.ts";

const MINUTE_MS = 60_000;
/** Records that one process keeps in mind, and those of one statement. */
const MAX_REMEMBERED = 10_000;
const PER_STATEMENT = 1_000;

type Use = readonly [id: string, at: number];

/** What has a last use. */
type Used = typeof apiKeys | typeof oauthClients;

interface Place {
  readonly store: Pick<Store, "db">;
  readonly runtime: Pick<Runtime, "log">;
}

export class LastUses implements AsyncDisposable {
  readonly #place: Place;
  readonly #table: Used;
  readonly #warning: string;
  /** When a use was noted last, by id. */
  readonly #noted = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  #writing: Promise<void> | undefined;

  /** @param warning for the log, when a use cannot be written */
  constructor(place: Place, table: Used, warning: string) {
    this.#place = place;
    this.#table = table;
    this.#warning = warning;
  }

  /** @param at milliseconds since the epoch */
  note(id: string, at: number): void {
    if (at - (this.#noted.get(id) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    remember(this.#noted, id, at, MAX_REMEMBERED);
    remember(this.#waiting, id, at, MAX_REMEMBERED);
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when everything noted until now is written. Never rejects. */
  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.written();
  }

  async #writeAll(): Promise<void> {
    // Uses of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const uses = [...this.#waiting].slice(0, PER_STATEMENT);
      for (const [id] of uses) this.#waiting.delete(id);
      try {
        await this.#write(uses);
      } catch (error) {
        this.#place.runtime.log.warn(this.#warning, { error });
      }
    }
  }

  async #write(uses: readonly Use[]): Promise<void> {
    const rows = uses.map(
      ([id, at]) => sql`(${id}::text, ${new Date(at).toISOString()}::timestamptz)`,
    );
    const { id, last_used_at } = this.#table;
    await this.#place.store.db.execute(sql`
      update ${this.#table} set last_used_at = used.at
      from (values ${sql.join(rows, sql`, `)}) used(id, at)
      where ${id} = used.id
        and (${last_used_at} is null or ${last_used_at} <= used.at - interval '1 minute')`);
  }
}
