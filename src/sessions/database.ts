/** Session records in the service's own database, shared by all instances (L-O2). */
import {
  countSessions,
  deleteSession,
  endSessionLease,
  insertSession,
  leaseSession,
  readSession,
  replaceSession,
} from "../store/session-records.ts";
import type { Store } from "../store/store.ts";
import { keyTaken } from "./conflict.ts";
import type { FollowedSessions, SessionChanges } from "./session-store.ts";

/** Beyond this many nothing is counted, so that counting has a bound. */
const MAX_COUNTED = 1_000_000;

/** The connection belongs to the auth service and outlives the session, so disposing ends nothing. */
export function databaseSessions(store: Store, changes: SessionChanges): FollowedSessions {
  /** Told before the writer answers, and whatever became of the write: its answer may have been lost. */
  async function telling(key: string, write: Promise<boolean>): Promise<boolean> {
    try {
      return await write;
    } finally {
      changes.tell(key);
    }
  }

  return {
    changes,

    async read(key) {
      const row = await readSession(store, key);
      return row && { ...row, revision: String(row.revision) };
    },

    async create(key, value, lifetime) {
      if (!(await insertSession(store, key, value, lifetime))) throw keyTaken();
    },

    replace: (key, revision, value, lifetime) =>
      telling(key, replaceSession(store, key, revision, value, lifetime)),

    remove: (key, revision) => telling(key, deleteSession(store, key, revision)),
    claim: (key, owner, lifetime) => leaseSession(store, key, owner, lifetime),
    release: (key, owner) => endSessionLease(store, key, owner),
    count: () => countSessions(store, MAX_COUNTED),
    async [Symbol.asyncDispose]() {},
  };
}
