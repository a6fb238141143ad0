/** Where session records are kept (login-session-wire 2.4; decisions L-O2). */
import type { Duration } from "../std/duration.ts";
import type { Ready } from "../std/ready.ts";

export interface SessionEntry {
  /** Opaque to the store; written by the session. */
  readonly value: string;
  /** Changes with every write; names the write that a later one builds upon. */
  readonly revision: string;
  /** How long it lives from now, where the store says so. */
  readonly lifetime?: Duration;
}

/**
 * Records by key. A key is a digest of the session id (43 characters of URL-safe base64), so read
 * access to the store is not enough to make a cookie. Expiry is checked at use.
 *
 * Every method throws `unavailable` when the store cannot be reached: an outage is never a logout
 * (L-W29).
 */
export interface SessionStore extends AsyncDisposable {
  /** Answers at once what is in memory. */
  read(key: string): Ready<SessionEntry | undefined>;

  /** Stores a new record; a live one with this key is a defect and throws `conflict`. */
  create(key: string, value: string, lifetime: Duration): Promise<void>;

  /**
   * Replaces the record when it still has this revision, in one atomic step; false when it was written
   * or removed in between (L-W23). The lifetime begins anew.
   */
  replace(key: string, revision: string, value: string, lifetime: Duration): Promise<boolean>;

  /** Removes the record; with a revision only when it still has that one. False: nothing was removed. */
  remove(key: string, revision?: string): Promise<boolean>;

  /**
   * A short lease on one record for one owner, across processes: true for the owner that gets it, false
   * for all others until it is released or expires. Touches neither value nor revision. False when
   * there is no such record.
   */
  claim(key: string, owner: string, lifetime: Duration): Promise<boolean>;

  /** Releases the lease; does nothing when another owner holds it by now. */
  release(key: string, owner: string): Promise<void>;

  /** How many records there are, expired ones that are not gone yet among them; absent where only a look at all would tell. */
  count?(): Promise<number>;
}

/** Who hears of writes to records, those of other instances included. */
export interface SessionChanges {
  /** Every write is heard as it happens, so what was read may be kept until then. */
  areHeard(): boolean;
  /** A write of this process. */
  tell(key: string): void;
  /** @param lost writes were missed: whatever was kept may be stale */
  subscribe(changed: (key: string) => void, lost: () => void): Disposable;
}

/** A store whose writers tell each other of what they wrote. */
export interface FollowedSessions extends SessionStore {
  readonly changes: SessionChanges;
}
