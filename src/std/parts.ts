/** Parts of one long-lived object: each is made when it is first asked for, and all are closed together, the newest first. */

type Close = () => unknown;

const closeOf = (part: unknown): Close | undefined => {
  if (typeof part !== "object" || part === null) return undefined;
  const { [Symbol.asyncDispose]: asynchronous, [Symbol.dispose]: synchronous } = part as Partial<
    AsyncDisposable & Disposable
  >;
  const close = asynchronous ?? synchronous;
  return close && (() => close.call(part));
};

export class Parts<Owner> implements AsyncDisposable {
  readonly #made = new Map<(owner: Owner) => unknown, unknown>();
  readonly #closings: Close[] = [];

  /** The one part that `make` makes of this owner. */
  of<T>(make: (owner: Owner) => T, owner: Owner): T {
    if (!this.#made.has(make)) this.#made.set(make, this.add(make(owner)));
    return this.#made.get(make) as T;
  }

  /** Closes what can be disposed of with the others, before all that were added earlier. */
  add<T>(part: T): T {
    const close = closeOf(part);
    if (close) this.#closings.push(close);
    return part;
  }

  /** One that fails keeps no other open; throws the first failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closings.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
