/** The store: the open database, the secret box, and the hook that lets a writer read its own write. */
import type { SecretBox } from "../crypto/secretbox.ts";
import type { Database, SqlDriver } from "../runtime.ts";
import type { Change, Touched, Write } from "./change.ts";

export interface Store {
  readonly driver: SqlDriver;
  readonly db: Database;
  readonly box: SecretBox;
  /** Called at the end of every write, inside its transaction; throwing undoes the write. */
  beforeCommit?: (open: Write, change: Change, touched: Touched) => Promise<void>;
  /** Called after a commit, before the caller answers; `auth.ts` makes it reload the read model. */
  committed: (version: number) => Promise<void>;
}
