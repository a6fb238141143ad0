/**
 * When API keys were last used. Housekeeping: written in the background, many keys with one statement, at
 * most once per key and minute in the whole fleet, and without a new version of the read model.
 */
import { sql } from "drizzle-orm";
import { partOf, type Service } from "../../call.ts";
import { remember } from "../../std/bounded-map.ts";
import { apiKeys } from "../../store/tables.ts";

const MINUTE_MS = 60_000;
/** Keys that one process keeps in mind, and those of one statement. */
const MAX_REMEMBERED = 10_000;
const PER_STATEMENT = 1_000;

type Use = readonly [id: string, at: number];

export class KeyUses implements AsyncDisposable {
  readonly #service: Pick<Service, "store" | "runtime">;
  /** When a use was noted last, by key. */
  readonly #noted = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  #writing: Promise<void> | undefined;

  constructor(service: Pick<Service, "store" | "runtime">) {
    this.#service = service;
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
        this.#service.runtime.log.warn("the last use of API keys could not be noted", { error });
      }
    }
  }

  async #write(uses: readonly Use[]): Promise<void> {
    const rows = uses.map(
      ([id, at]) => sql`(${id}::text, ${new Date(at).toISOString()}::timestamptz)`,
    );
    await this.#service.store.db.execute(sql`
      update ${apiKeys} set last_used_at = used.at
      from (values ${sql.join(rows, sql`, `)}) used(id, at)
      where ${apiKeys.id} = used.id
        and (${apiKeys.last_used_at} is null or ${apiKeys.last_used_at} <= used.at - interval '1 minute')`);
  }
}

/** The one of this service. */
export const keyUses = partOf((service) => new KeyUses(service));
