/** Access to a directory (RFC 4511), as a capability of the runtime. */
import type { Message } from "../messages/message.ts";

/** Where the directory is, and how the way there is protected. */
export interface LdapServer {
  /** `ldap://host[:port]` or `ldaps://…`. */
  readonly url: string;
  /** StartTLS (RFC 4511 §4.14) before anything else; without meaning for `ldaps://`. */
  readonly startTls?: boolean;
  /** Certificates in PEM form that alone are trusted; without it those of the runtime. */
  readonly ca?: string;
}

/** What is searched for. */
export interface LdapSearch {
  /** DN of the entry to begin at. */
  readonly base: string;
  /** The whole subtree when absent; `base` is the entry itself. */
  readonly scope?: "base" | "sub";
  /** RFC 4515; values in it are escaped by the caller. */
  readonly filter: string;
  readonly attributes: readonly string[];
  /** Those whose values are wanted as bytes, too. */
  readonly bytes?: readonly string[];
  /** One entry more than this rejects: a cut answer must not be taken for a whole one. */
  readonly limit: number;
}

/** One entry that was found. */
export interface LdapEntry {
  readonly dn: string;
  /** Values as text by the name that was asked for; an attribute that is not there is an empty list. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** By the name that was asked for in `bytes`. */
  readonly bytes: Readonly<Record<string, readonly Uint8Array[]>>;
}

/**
 * What went wrong: nothing answers there, the certificate is not accepted, no answer in time, the
 * directory refused the operation, or what came is no LDAP.
 */
export type DirectoryFault = "unreachable" | "tls" | "late" | "refused" | "malformed";

/**
 * Access to a directory failed. The text is for administrators: it names codes and never repeats what the
 * other side sent, so that an address which leads elsewhere tells nothing.
 */
export class DirectoryFailure extends Error {
  readonly fault: DirectoryFault;
  /** Result code of the directory (RFC 4511 §4.1.9), when it answered. */
  readonly resultCode: number | undefined;

  /** The text by id. */
  readonly said: Message;

  constructor(fault: DirectoryFault, said: Message, more: ErrorOptions & { code?: number } = {}) {
    super(said.text, more);
    this.said = said;
    this.name = "DirectoryFailure";
    this.fault = fault;
    this.resultCode = more.code;
  }
}

/**
 * One connection, for one operation at a time. One that takes longer than 10 s rejects and ends the
 * connection; after any `DirectoryFailure` but `refused` it is of no use.
 */
export interface LdapConnection {
  /**
   * Simple bind (RFC 4513 §5.1.3). False for wrong credentials alone; everything else that is not
   * success rejects. An empty password rejects and is never sent: servers take it for anonymous.
   */
  bind(dn: string, password: string): Promise<boolean>;
  /**
   * All entries, page by page, with all values of each attribute, also where the server gives them in
   * ranges; a partial answer rejects. Referrals are not followed.
   */
  search(search: LdapSearch): Promise<readonly LdapEntry[]>;
  /** Ends the connection at once; what is on its way rejects. */
  close(): void;
}

/** Opens connections to a directory. */
export interface LdapConnector {
  /** A verified connection within 5 s, or a `DirectoryFailure`. */
  connect(server: LdapServer): Promise<LdapConnection>;
}
