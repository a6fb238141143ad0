/** Access to a directory (RFC 4511), as a capability of the runtime. */

/** Where the directory is. */
export interface LdapServer {
  /** `ldap://host[:port]` or `ldaps://…`. */
  readonly url: string;
}

/** What is searched for. */
export interface LdapSearch {
  /** DN of the entry to begin at; the whole subtree below it is searched. */
  readonly base: string;
  /** RFC 4515; values in it are escaped by the caller. */
  readonly filter: string;
  readonly attributes: readonly string[];
  /** One entry more than this rejects: a cut answer must not be taken for a whole one. */
  readonly limit: number;
}

/** One entry that was found. */
export interface LdapEntry {
  readonly dn: string;
  /** Values as text by the name that was asked for; an attribute that is not there is an empty list. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** One connection. An operation that takes longer than 10 s rejects and ends it. */
export interface LdapConnection {
  /**
   * Simple bind (RFC 4513 §5.1.3). False for wrong credentials alone; everything else that is not
   * success rejects. An empty password rejects and is never sent: servers take it for anonymous.
   */
  bind(dn: string, password: string): Promise<boolean>;
  /** All entries, page by page; a partial answer rejects. Referrals are not followed. */
  search(search: LdapSearch): Promise<readonly LdapEntry[]>;
  close(): Promise<void>;
}

/** Opens connections to a directory. */
export interface LdapConnector {
  /** A verified connection within 5 s, or a rejection. */
  connect(server: LdapServer): Promise<LdapConnection>;
}
