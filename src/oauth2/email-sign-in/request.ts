/** What a request for a mailed code brings, and what it is told (auth-wire 5.16). */
import type { ClientCredentials } from "../clients/client-credentials.ts";

export interface EmailCodeRequest {
  readonly credentials: ClientCredentials;
  /** The address. */
  readonly username?: string | undefined;
  /** Space separated. */
  readonly scope?: string | undefined;
  /** Where the link of the mail leads. */
  readonly redirect_uri?: string | undefined;
}

export interface EmailCodeAnswer {
  /** One text for every address (E-6). */
  readonly message: string;
}
