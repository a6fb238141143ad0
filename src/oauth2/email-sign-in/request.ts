/** What a request for a mailed code brings, and its answer (auth-wire 5.16). */
import type { ClientCredentials } from "../clients/client-credentials.ts";
import type { MailTarget } from "../clients/mail-target.ts";

export interface EmailCodeRequest extends MailTarget {
  readonly credentials: ClientCredentials;
  /** The address. */
  readonly username?: string | undefined;
  /** Space separated. */
  readonly scope?: string | undefined;
}

export interface EmailCodeAnswer {
  /** One text for every address (E-6). */
  readonly message: string;
}
