/** What a session found out about a request: the one answer of every credential. */
import type { ProofDemand } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { StoredSession } from "./record.ts";

export type AuthenticationResult =
  | {
      readonly kind: "identity";
      readonly identity: Identity;
      /** Raw credential headers that go no further. */
      readonly spent: readonly string[];
      /** The proof that came with a token, which is used up by now (RFC 9449). */
      readonly proof?: string | undefined;
      /** For the client's next proof. */
      readonly nonce?: string | undefined;
      /** The session of the cookie. */
      readonly session?: StoredSession;
      /** The browser needs its cookie anew. */
      readonly refreshed?: boolean;
    }
  /** No credential was sent. */
  | { readonly kind: "none" }
  /** Something was sent and is not accepted. */
  | {
      readonly kind: "refused";
      readonly via: "bearer" | "api_key";
      readonly reason: string;
      /** The token lacks the proof of a key, or its proof something (RFC 9449). */
      readonly lacksProof?: ProofDemand | undefined;
    }
  /** A session that is over. */
  | { readonly kind: "ended"; readonly session: StoredSession };
