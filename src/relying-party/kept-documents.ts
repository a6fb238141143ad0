/** Documents of providers in memory: read once for all who wait, refreshed, the last good one kept (G-7, U-4). */
import type { Runtime } from "../runtime.ts";
import { remember } from "../std/bounded-map.ts";

interface Held<T> {
  document?: { readonly value: T };
  readAt: number;
  triedAt: number;
  /** Why the last try failed; it is the answer until another try is due. */
  failure?: unknown;
  reading?: Promise<void> | undefined;
}

export interface KeptDocuments<T> {
  /** The document; throws what reading threw when there is none yet. */
  get(url: string): Promise<T>;
  /** Reads it again now, unless it was tried just now; answers what is there afterwards. */
  renew(url: string): Promise<T>;
}

/** Where the last good documents outlive the process. */
export interface Copies<T> {
  load(url: string): Promise<T | undefined>;
  save(url: string, value: T): Promise<void>;
}

interface Rule {
  /** Milliseconds after which a document is read again behind the answer. */
  readonly fresh: number;
  /** Least milliseconds between two tries for one URL. */
  readonly pause: number;
  /** How many are kept. */
  readonly most?: number;
}

/**
 * @param read throws for what is not to be kept
 * @param copies asked when the first try fails; a copy counts until a try succeeds
 */
export function keptDocuments<T>(
  { clock, log }: Pick<Runtime, "clock" | "log">,
  { fresh, pause, most = 1_000 }: Rule,
  read: (url: string) => Promise<T>,
  copies?: Copies<T>,
): KeptDocuments<T> {
  const kept = new Map<string, Held<T>>();

  function heldOf(url: string): Held<T> {
    const held = kept.get(url) ?? { readAt: 0, triedAt: Number.NEGATIVE_INFINITY };
    if (!kept.has(url)) remember(kept, url, held, most);
    return held;
  }

  const mayTry = (held: Held<T>) => clock.now() - held.triedAt >= pause;

  async function copyOf(url: string): Promise<{ value: T } | undefined> {
    try {
      const value = await copies?.load(url);
      return value === undefined ? undefined : { value };
    } catch (error) {
      log.warn("the copy of a document of a sign-in provider could not be read", { url, error });
      return undefined;
    }
  }

  /** Behind the answer: without the copy everything works until the next start. */
  function saveCopy(url: string, value: T): void {
    void copies?.save(url, value).catch((error: unknown) => {
      log.warn("a document of a sign-in provider could not be saved", { url, error });
    });
  }

  async function readOnce(url: string, held: Held<T>): Promise<void> {
    held.triedAt = clock.now();
    try {
      const value = await read(url);
      held.document = { value };
      saveCopy(url, value);
      held.readAt = clock.now();
      held.failure = undefined;
    } catch (error) {
      held.failure = error;
      const copy = held.document ?? (await copyOf(url));
      if (copy) held.document = copy;
      const kept = held.document !== undefined;
      log.warn("a document of a sign-in provider could not be read", { url, kept, error });
    }
  }

  /** Of parallel callers one reads, and all of them wait for it. */
  function tried(url: string, held: Held<T>): Promise<void> {
    held.reading ??= readOnce(url, held).finally(() => {
      held.reading = undefined;
    });
    return held.reading;
  }

  function documentOf(held: Held<T>): T {
    if (held.document) return held.document.value;
    throw held.failure;
  }

  return {
    async get(url) {
      const held = heldOf(url);
      if (!held.document && (held.reading || mayTry(held))) await tried(url, held);
      else if (held.document && clock.now() - held.readAt >= fresh && mayTry(held)) {
        void tried(url, held);
      }
      return documentOf(held);
    },
    async renew(url) {
      const held = heldOf(url);
      if (held.reading || mayTry(held)) await tried(url, held);
      return documentOf(held);
    },
  };
}
