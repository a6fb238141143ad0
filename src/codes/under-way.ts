/** Which attempts are under way in this process, and when the next of them ends. */

interface Entry {
  running: number;
  end: PromiseWithResolvers<void>;
  waiting: number;
}

/** Beyond so many the next one is refused instead of waiting (N-11). */
const MAX_WAITING = 32;

export class UnderWay {
  readonly #entries = new Map<string, Entry>();

  begin(id: string): void {
    const entry = this.#entries.get(id);
    if (entry) entry.running += 1;
    else this.#entries.set(id, { running: 1, end: Promise.withResolvers(), waiting: 0 });
  }

  end(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { end } = entry;
    entry.running -= 1;
    entry.waiting = 0;
    entry.end = Promise.withResolvers();
    if (entry.running === 0) this.#entries.delete(id);
    end.resolve();
  }

  /** Resolves when the next one of this id ends; undefined when none runs, or too many wait already. */
  wait(id: string): Promise<void> | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.waiting >= MAX_WAITING) return undefined;
    entry.waiting += 1;
    return entry.end.promise;
  }

  /** The same for several, looked at before something is asked that takes time. */
  ends(ids: readonly string[]): ReadonlyMap<string, Promise<void>> {
    const found = new Map<string, Promise<void>>();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry && entry.waiting < MAX_WAITING) found.set(id, entry.end.promise);
    }
    return found;
  }
}
