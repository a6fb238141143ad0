/** What a session found out about a request: the one answer of every credential. */
import type { Identity } from "../identity.ts";
import type { StoredSession } from "./record.ts";

export type Found =
  | {
      readonly kind: "identity";
      readonly identity: Identity;
      /** Raw credential headers that go no further. */
      readonly spent: readonly string[];
      /** The session of the cookie. */
      readonly session?: StoredSession;
      /** The browser needs its cookie anew. */
      readonly refreshed?: boolean;
    }
  /** No credential was sent. */
  | { readonly kind: "none" }
  /** Something was sent and is not accepted. */
  | { readonly kind: "refused"; readonly via: "bearer" | "api_key"; readonly reason: string }
  /** A session that is over. */
  | { readonly kind: "ended"; readonly session: StoredSession };
