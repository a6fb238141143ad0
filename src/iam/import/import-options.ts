/** How an import is done, whichever way it comes. */
import type { Service } from "../../call.ts";
import type { OAuthProviderConfig } from "../../settings/records/oauth-provider.ts";

export const FORMATS = ["csv", "ndjson", "keycloak"] as const;
export type Format = (typeof FORMATS)[number];

export interface ImportOptions {
  /** Of the document that is read. */
  readonly format: Format;
  /** Decides everything and writes nothing. */
  readonly dry_run: boolean;
  /** Writes what differs at people whom an earlier run has brought. */
  readonly update: boolean;
  /** Takes roles that make an administrator, and changes administrators. */
  readonly allow_administrators: boolean;
  /** Leaves the secrets of authenticator apps out. */
  readonly without_totp: boolean;
  /** Invites people whose account nothing opens, unless their entry says otherwise. */
  readonly invite: boolean;
  /** Throws `AuthError` while no mail can be sent that leads to the login page. */
  readonly require_mailable: (service: Service) => void;
  /** Of entries that do not say it. False: they sign in elsewhere, and bring no password. */
  readonly local: boolean;
  /** Of entries that do not say it. */
  readonly source: string;
  /** Who vouches for the people of a provider; undefined where that is not known. */
  readonly issuer_of: (config: OAuthProviderConfig) => string | undefined;
}

/** What people of a format come from, where no one says it. */
export const defaultSource = (format: Format): string =>
  format === "keycloak" ? "keycloak" : "import";
