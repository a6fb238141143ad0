/** What the endpoints know of a client: its record, its service account, or its document. */
import type { Client } from "../../tokens/client.ts";

/** A client with what its registration says about asking people for their consent. */
export interface RegisteredClient extends Client {
  /** Shown to people; empty when it has none. */
  readonly name: string;
  /** Exact redirect targets; any entry switches the prefixes off. */
  readonly redirectUris: readonly string[];
  readonly whitelistUrls: readonly string[];
  /** Exact targets behind a sign-out (OpenID Connect RP-Initiated Logout §3.1). */
  readonly postLogoutRedirectUris?: readonly string[];
  /** Each of its requests has to be pushed (RFC 9126 §6). */
  readonly pushes?: boolean;
  readonly skipConsent: boolean;
  /** People are asked once for what they have allowed it (Z-12). */
  readonly remembersConsent?: boolean;
  /** Its tokens open the management plane to administrators; absent in records from before that member (decision E-4). */
  readonly management?: boolean;
  /** Of a client whose id is the URL of its document. */
  readonly document?: {
    /** What a person can check; the name is the document's own claim. */
    readonly host: string;
    /** Every target leads to the person's own device. */
    readonly loopbackOnly: boolean;
  };
}
