/** Holds the one reference to the current snapshot; one reload at a time, bursts coalesce. */
import type { SecretBox } from "../crypto/secretbox.ts";
import { permissionIndex } from "../permissions/index.ts";
import type { Logger, Runtime } from "../runtime.ts";
import type { Store } from "../store/store.ts";
import { type LoadContext, loadSnapshot, refreshSnapshot } from "./load.ts";
import type { Snapshot, UnreadableRow } from "./snapshot.ts";
import { UnreadableDetails } from "./unreadable-details.ts";

export class SnapshotHolder {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #signatures: Runtime["signatures"];
  readonly #unreadable: UnreadableDetails;
  /** Opens details of users; what does not open is noted. */
  readonly details: SecretBox;
  #current: Snapshot | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #everything = false;

  constructor(store: Store, { log, signatures }: Pick<Runtime, "log" | "signatures">) {
    this.#store = store;
    this.#log = log;
    this.#signatures = signatures;
    this.#unreadable = new UnreadableDetails(log);
    this.details = this.#unreadable.watch(store.box);
  }

  /** Every row that is known not to open or parse. */
  get unreadable(): readonly UnreadableRow[] {
    return [...this.current.unreadable.values(), ...this.#unreadable.rows(this.current)];
  }

  /** Throws before `start` has resolved. */
  get current(): Snapshot {
    if (!this.#current) throw new Error("the read model is not loaded yet");
    return this.#current;
  }

  #context(starting: boolean): LoadContext {
    return {
      box: this.#store.box,
      details: this.details,
      log: this.#log,
      signatures: this.#signatures,
      starting,
    };
  }

  /** The first load; a stored document that does not parse ends it with a `StartError`. */
  async start(): Promise<void> {
    this.#current = prepared(await loadSnapshot(this.#store, this.#context(true)));
  }

  /** Reads everything again, even when the version is unchanged; in the same queue as `refresh`. */
  reload(): Promise<void> {
    this.#everything = true;
    return this.refresh();
  }

  /**
   * Catches up with the database. A call during a running refresh waits for the one after it,
   * because the running one may have read before the change that the caller knows of.
   */
  refresh(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#refreshOnce().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    if (!this.#next) {
      const running = this.#running;
      this.#next = running
        .catch(() => undefined)
        .then(() => {
          this.#next = undefined;
          return this.refresh();
        });
    }
    return this.#next;
  }

  /** Resolves when the snapshot is at `version` or later. */
  async reach(version: number): Promise<void> {
    if (this.current.version < version) await this.refresh();
  }

  async #refreshOnce(): Promise<void> {
    const context = this.#context(false);
    const before = this.current;
    const everything = this.#everything;
    this.#everything = false;
    this.#current = prepared(
      everything
        ? await loadSnapshot(this.#store, context, before)
        : await refreshSnapshot(this.#store, before, context),
    );
  }
}

/** Compiles the permission index before the swap, so that no request pays for it. */
function prepared(snapshot: Snapshot): Snapshot {
  try {
    permissionIndex(snapshot.permissions, snapshot.settings.check);
  } catch {
    // The `check` namespace is stored but unreadable: asking a permission refuses, loading goes on.
  }
  return snapshot;
}
