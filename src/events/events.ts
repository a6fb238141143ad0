/**
 * What happens in the service, as typed events: the log listens now; metrics, an audit trail and webhooks
 * are further listeners. An event names records and never holds a credential.
 */
import type { AuthError } from "../errors.ts";
import type { Logger } from "../runtime.ts";

/** Where it came from, as far as that is known. */
interface Told {
  readonly network?: string | undefined;
  /** What the browser or program calls itself. */
  readonly agent?: string | undefined;
  readonly request_id?: string | undefined;
}

/** Tokens were handed out (RFC 6749 §5.1). */
export interface TokenIssued extends Told {
  readonly type: "token.issued";
  readonly grant_type: string;
  readonly client_id: string;
  /** Id of the principal that they speak for. */
  readonly subject: string;
  /** The login that they belong to. */
  readonly sid: string;
  readonly scope: readonly string[];
  /** Methods by which the person authenticated in this request (RFC 8176); absent when no person did. */
  readonly amr?: readonly string[] | undefined;
}

/** A token, or a whole login, was revoked (RFC 7009). */
export interface TokenRevoked {
  readonly type: "token.revoked";
  /** `revoked`: one token by its `jti`; `revoked_session`: a login by its `sid`. */
  readonly kind: string;
  readonly id: string;
  /** Client that did it, or `system`. */
  readonly actor: string;
  readonly subject?: string | undefined;
}

/** A person has decided on the request of a device (RFC 8628 §3.3). */
export interface DeviceDecided extends Told {
  readonly type: "device.decided";
  readonly approved: boolean;
  readonly client_id: string;
  /** Id of the person. */
  readonly subject: string;
}

/** A person was asked what an application may have, and has decided (OpenID Connect Core §3.1.2.4). */
export interface ConsentDecided extends Told {
  readonly type: "consent.decided";
  readonly allowed: boolean;
  readonly client_id: string;
  /** Id of the person. */
  readonly subject: string;
  readonly scope: readonly string[];
}

/** An administrator was shown a secret that is stored. */
export interface SecretRead extends Told {
  readonly type: "secret.read";
  /** Kind and id of the record. */
  readonly topic: string;
  readonly entity: string;
  readonly by: Reader;
}

/** The audit log was exported. */
export interface AuditExported extends Told {
  readonly type: "audit.exported";
  /** What was asked for. */
  readonly filters: Readonly<Record<string, string>>;
  readonly by: Reader;
}

/** Who read something, as the plane of administrators knows them. */
export interface Reader {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** A client has registered itself (RFC 7591). */
export interface ClientRegistered extends Told {
  readonly type: "client.registered";
  readonly client_id: string;
  /** What it calls itself. */
  readonly name: string;
  /** Hosts and schemes that people are sent back to. */
  readonly targets: readonly string[];
  /** Id of the token that let it in. */
  readonly initial_access_token?: string | undefined;
}

/** A request was refused or failed; `error` has code, status, reason and facts. */
export interface RequestRefused extends Told {
  readonly type: "request.refused";
  readonly error: AuthError;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** Who asked, where that was known by then. */
  readonly by?: Reader | undefined;
}

/** Configuration or an IAM record was written, and is in force. */
export interface RecordWritten {
  readonly type: "record.written";
  /** Kind of the record, for example `users` or `settings`. */
  readonly topic: string;
  readonly action: string;
  /** Id, name or namespace. */
  readonly entity: string;
  /** Name of the principal that wrote it, a system writer, or `unknown`. */
  readonly actor: string;
  /** Version that it made. */
  readonly version: number;
}

/** A person has another password, by their own act: a change, a reset by mail, the first one. */
export interface PasswordChanged {
  readonly type: "password.changed";
  /** Id of the person. */
  readonly subject: string;
  /** Name of the person, or a system writer. */
  readonly actor: string;
}

/** A full sync of the directory ended well; what it wrote are events of their own. */
export interface DirectorySynced {
  readonly type: "directory.synced";
  /** Id of the LDAP record. */
  readonly record: string;
  readonly groups: number;
  readonly members: number;
  readonly roles_created: number;
  readonly maps_created: number;
  readonly users_created: number;
  readonly users_updated: number;
  readonly users_cleared: number;
  /** Groups that now give a role which existed before (T-12). */
  readonly onto_existing: readonly string[];
  /** Groups that give no role. */
  readonly without_map: readonly string[];
  readonly users_left: number;
  readonly users_returned: number;
  /** Users who left and are not refused, because they were too many at once. */
  readonly leavers_held: number;
  /** Names that several groups have; they give nothing but by a map for the DN of one of them. */
  readonly ambiguous: readonly string[];
}

/** A full sync failed; nothing was removed. */
export interface DirectoryFailed {
  readonly type: "directory.failed";
  /** Id of the LDAP record. */
  readonly record: string;
  readonly reason: string;
}

/** A person of another source does not become the account that has their name, until an administrator decides (decision E-5). */
export interface PersonRefused {
  readonly type: "person.refused";
  /** Kind and id of the record: `ldap:directory`, `oauth:google`. */
  readonly provider: string;
  readonly name: string;
  readonly reason: string;
  /** Id of the account that has the name. */
  readonly user_id: string;
}

/** What a mail is about and where it goes; its address and its codes are in no event (C-6). */
interface MailEvent {
  /** Such as `login` or `reset`. */
  readonly kind: string;
  /** Domain of the address. */
  readonly domain: string;
  /** Id of the principal whose address it is; absent when there is none yet. */
  readonly subject?: string | undefined;
  readonly client_id?: string | undefined;
  /** How often it was handed to the relay. */
  readonly tries: number;
}

/** The relay has taken a mail. */
export interface MailSent extends MailEvent {
  readonly type: "mail.sent";
}

/** The relay has not taken a mail, or no relay was asked. */
export interface MailFailed extends MailEvent {
  readonly type: "mail.failed";
  readonly reason: string;
  /** Another try follows. */
  readonly again: boolean;
}

/** A receiver was away for a day, or said that it wants nothing more: an administrator has to let its webhook go on. */
export interface WebhookStopped {
  readonly type: "webhook.stopped";
  /** Id of the record. */
  readonly webhook: string;
  readonly reason: string;
}

/** An administrator had events sent again, or let a webhook go on. */
export interface WebhookReplayed extends Told {
  readonly type: "webhook.replayed";
  /** Id of the record. */
  readonly webhook: string;
  /** What was sent again, for people to read. */
  readonly from: string;
  readonly by: Reader;
}

export type AuthEvent =
  | TokenIssued
  | TokenRevoked
  | DeviceDecided
  | ConsentDecided
  | SecretRead
  | AuditExported
  | ClientRegistered
  | RequestRefused
  | RecordWritten
  | PasswordChanged
  | DirectorySynced
  | DirectoryFailed
  | PersonRefused
  | MailSent
  | MailFailed
  | WebhookStopped
  | WebhookReplayed;

export interface Events {
  /** Tells every listener, at once and in order; what a listener throws is logged and stops nothing. */
  emit(event: AuthEvent): void;
  /** The listener is told until it is disposed. It must not wait: work of its own begins a task. */
  subscribe(listener: (event: AuthEvent) => void): Disposable;
}

export function createEvents(log: Logger): Events {
  const listeners = new Set<(event: AuthEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error("a listener of events failed", { event: event.type, error });
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
}
