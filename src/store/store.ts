/** The store: the open database, the secret box, and who takes part in every write. */
import type { SecretBox } from "../crypto/secretbox.ts";
import type { SqlDriver } from "../runtime.ts";
import type { Change, Touched, Whence, Write } from "./change.ts";
import type { Database } from "./database.ts";
import type { Disk } from "./full-disk.ts";

/** The open database: for all that reads, and for rows that are not written with `mutate`. */
export interface Store {
  readonly driver: SqlDriver;
  readonly db: Database;
  readonly box: SecretBox;
}

/** The same of a running service. */
export interface OpenStore extends Store {
  readonly disk: Disk;
}

/** The store that `mutate` writes to, with those who look at each write. */
export interface WritableStore extends OpenStore {
  /** Of a writer who knows what follows, see `Write`. */
  readonly forced?: boolean;
  /** Absent where no request is behind the write. */
  readonly whence?: () => Whence;
  /** Called at the beginning of a write, inside its transaction; throwing ends it. */
  readonly beforeWrite?: (open: Write) => Promise<void>;
  /** Called at the end of every write, inside its transaction; throwing undoes the write. */
  readonly beforeCommit: (
    open: Write,
    changes: readonly Change[],
    touched: Touched,
  ) => Promise<void>;
  /**
   * Called after a commit, before the caller answers, so that a writer reads its own write.
   * @param version of the last change
   * @param changes none when the write found nothing to do
   */
  readonly committed: (version: number, changes: readonly Change[]) => Promise<void>;
}
