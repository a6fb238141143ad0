/** What the service says of its own state, in English, by id: findings of the doctor, warnings after saving, and health. */
import { FAULTS } from "./en-faults.ts";
import { IMPORTS } from "./en-import.ts";
import { REFUSALS } from "./en-refusals.ts";
import { SAML } from "./en-saml.ts";
import { SOURCES } from "./en-sources.ts";

export const MESSAGES = {
  ...FAULTS,
  ...REFUSALS,
  ...SOURCES,
  ...SAML,
  ...IMPORTS,

  // Of every check; the title of a check is `doctor.<id>`, and `.fine` what it says when all is well.
  "doctor.failed": "This could not be checked.",
  "doctor.late": "This is still being checked: ask again in a moment.",
  "doctor.more": "and {count} more",

  // Management plane
  "doctor.bootstrap": "Management plane",
  "doctor.bootstrap.fine": "Only holders of the admin permission may use it.",
  "doctor.bootstrap.unreadable":
    "The settings of the management plane cannot be read, so it is closed.",
  "doctor.bootstrap.open":
    "No admin permission is set: everyone who reaches this service may change everything.",
  "doctor.break_glass": "Break-glass access",
  "doctor.break_glass.fine": "A request without X-User is no administrator.",
  "doctor.break_glass.open": "A request without X-User is treated as an administrator.",
  "doctor.break_glass.behind_session":
    "A request without X-User is treated as an administrator. Our session stands in front of this instance, where the switch has no effect; it has one on an instance without.",
  "doctor.management_clients": "Clients that manage",
  "doctor.management_clients.fine":
    "Every client says whether administrators can manage this service through it.",
  "doctor.management_clients.undecided":
    "These clients are older than the switch “Management” and keep what they had: an administrator who signs in to one of them gives it all rights over this service. Save each with the switch on or off.",
  "doctor.first_password": "First password",
  "doctor.first_password.fine": "The password of the first start is no longer in use.",
  "doctor.first_password.unchanged":
    "The first account has never been changed, so its first password still works.",
  "doctor.second_factor": "Administrators with one factor",
  "doctor.second_factor.fine": "Every administrator has a passkey or an authenticator app.",
  "doctor.second_factor.missing":
    "These administrators have neither a passkey nor an authenticator app: a password alone opens everything.",
  "doctor.factor_rule": "Second factor for people",
  "doctor.factor_rule.fine": "All people who need a second factor have one, or none need one.",
  "doctor.factor_rule.missing":
    "People who need a second factor and have none yet: {count}. They set it up when they sign in.",
  "doctor.sign_in": "Sign-in",
  "doctor.sign_in.fine": "The login page offers a way to sign in.",
  "doctor.sign_in.none": "No one can sign in: the login page offers no way that works.",
  "doctor.administrator_sign_in": "Sign-in of administrators",
  "doctor.administrator_sign_in.fine": "An administrator can sign in at the login page.",
  "doctor.administrator_sign_in.elsewhere":
    "The login page leads administrators only to other services; whether one of them can sign in there is not known here.",
  "doctor.administrator_sign_in.none": "No administrator can sign in.",
  "doctor.administrator_sign_in.no_administrator": "No enabled person is an administrator.",
  "doctor.administrator_sign_in.no_way": "The login page offers no way that works.",
  "doctor.administrator_sign_in.unable":
    "The login page offers ways to sign in, and no administrator ({names}) has one of them.",

  // Addresses
  "doctor.base_url": "Public address",
  "doctor.base_url.fine": "The public address is set.",
  "doctor.base_url.unset":
    "No base URL is set: issuer and links follow the host that each request names.",
  "doctor.base_url.unset_behind_proxy":
    "No base URL is set: issuer and links follow the host that each request names. There is a proxy in front whose forwarded headers do not count, so they are wrong.",
  "doctor.forwarded": "Proxies in front",
  "doctor.forwarded.fine": "No forwarded headers come from a peer that is not trusted.",
  "doctor.forwarded.ignored":
    "Forwarded headers of a peer that is not a trusted proxy are ignored.",
  "doctor.redirects": "Open redirects",
  "doctor.redirects.fine":
    "Every client that gets codes has a list of its targets, or the service requires one.",
  "doctor.redirects.open":
    "Anyone who knows one of these clients can have the codes of federated sign-ins sent to an address of their own.",
  "doctor.client_roles": "Roles that may use clients",
  "doctor.client_roles.fine": "Every role that a client names exists.",
  "doctor.client_roles.gone":
    "Clients name roles that do not exist, and those roles let no account in.",
  "doctor.fapi2": "FAPI 2.0 clients",
  "doctor.fapi2.fine": "No client claims the profile and breaks one of its rules.",
  "doctor.fapi2.broken":
    "These clients claim the FAPI 2.0 Security Profile and break its rules. What breaks a rule is refused, so they may not work.",
  "doctor.pkce": "PKCE of public clients",
  "doctor.pkce.fine": "There are no public clients, or the method plain is refused.",
  "doctor.pkce.plain":
    "The PKCE method plain is accepted. Once it is refused, public clients use only S256.",
  "doctor.buttons": "Buttons of the login page",
  "doctor.buttons.fine": "Each provider has a button on the login page.",
  "doctor.buttons.missing":
    "No page leads to these providers. Give each a button, unless applications send people there themselves.",
  "doctor.session_providers": "Session providers",
  "doctor.session_providers.fine": "None is trusted with more than necessary.",
  "doctor.session_providers.risky": "A session provider is trusted with more than necessary.",

  // Storage
  "doctor.database": "Database and clock",
  "doctor.database.fine": "The database answers, and its clock and ours agree.",
  "doctor.database.unreachable":
    "The database does not answer: what is in memory is served, and nothing can be changed.",
  "doctor.database.full":
    "The disk of the database is full: what is stored is served, and nothing can be changed. Free some space.",
  "doctor.database.read_only":
    "The database is read-only: what is stored is served, and nothing can be changed. It is a standby, or an administrator of the database has closed it for writes.",
  "doctor.database.ahead":
    "The clock of the database is {seconds} s ahead of that of this instance.",
  "doctor.database.behind":
    "The clock of the database is {seconds} s behind that of this instance.",
  "doctor.notifications": "Changes of other instances",
  "doctor.notifications.fine": "They arrive as they happen.",
  "doctor.notifications.lost":
    "The connection that listens is lost: changes are found only by polling.",
  "doctor.notifications.off":
    "Nothing listens: changes of other instances are found only by polling.",
  "doctor.notifications.missed":
    "Polling found {count} changes that no notification announced: something between this instance and the database drops them, such as a pooler.",
  "doctor.code_store": "One-time codes",
  "doctor.code_store.fine": "Every instance that shares the database knows them.",
  "doctor.code_store.memory":
    "Codes are kept in the memory of one instance, and the database can have several: a sign-in that changes the instance fails.",
  "doctor.unreadable": "Stored records",
  "doctor.unreadable.fine": "All that were read could be decrypted.",
  "doctor.unreadable.records":
    "Records cannot be read: restore them from a backup, or delete them and create them again.",
  "doctor.instances": "Instances",
  "doctor.instances.fine": "All running instances report in, and have the same version.",
  "doctor.instances.silent":
    "Some instances ended without notice, hang, or cannot reach the database. They are forgotten after an hour.",
  "doctor.instances.versions":
    "Instances of different versions are running. That should only be so during an upgrade.",

  // Keys
  "doctor.signing_key": "Signing key",
  "doctor.signing_key.fine": "There is one, and it is younger than a year.",
  "doctor.signing_key.missing": "There is no signing key: no token can be issued.",
  "doctor.signing_key.old": "It is {days} days old. Renew it: existing tokens stay valid.",
  "doctor.outside_keys": "Keys in a signer",
  "doctor.outside_keys.fine": "The signer answers, or no key is kept in one.",
  "doctor.outside_keys.missing":
    "A signing key is kept in a signer, and this instance has none: it issues no tokens.",
  "doctor.outside_keys.failing":
    "The signer fails: {reason}. Until it answers, no new tokens are signed; existing ones are still verified.",
  "doctor.outside_keys.refused":
    "The signer lists keys that cannot be used: another key has the same ID, or they do not fit their algorithm.",
  "doctor.pairwise_secret": "Secret of pairwise subjects",
  "doctor.pairwise_secret.fine": "It is there, or no client needs it.",
  "doctor.pairwise_secret.lost":
    "It is lost, so these clients get no tokens. Save one of them to create a new one; each person then has a new ID in all of them.",
  "doctor.encryption_key": "Encryption key",
  "doctor.encryption_key.fine": "It is long enough, and the next start has it.",
  "doctor.encryption_key.elsewhere":
    "The key was changed at another instance: this one writes nothing and cannot read what was written since. Restart it with the new key.",
  "doctor.encryption_key.unset":
    "The key was changed while the service ran. The next start needs the new one in encryption.key, and is refused with the old one.",
  "doctor.client_secrets": "Client secrets",
  "doctor.client_secrets.fine": "None is short enough to be guessed.",
  "doctor.client_secrets.short": "Short secrets can be guessed over time.",
  "doctor.long_tokens": "Length of tokens",
  "doctor.long_tokens.fine": "None is near the limit.",
  "doctor.long_tokens.near":
    "Tokens are about to become too long to be used: give fewer roles, or ask for fewer scopes.",
  "doctor.certificates": "Certificates",
  "doctor.certificates.fine": "None that this service knows expires within 30 days.",
  "doctor.certificates.expired": "A certificate has expired.",
  "doctor.certificates.expires": "A certificate expires within 30 days.",
  "certificate.own.expires": "our SAML certificate: expires on {day}",
  "certificate.own.expired": "our SAML certificate: expired on {day}",
  "certificate.next.expires": "our next SAML certificate: expires on {day}",
  "certificate.next.expired": "our next SAML certificate: expired on {day}",
  "certificate.authority.expires": 'authority of the directory "{id}": expires on {day}',
  "certificate.authority.expired": 'authority of the directory "{id}": expired on {day}',
  "certificate.provider.expires": 'SAML provider "{id}": expires on {day}',
  "certificate.provider.expired": 'SAML provider "{id}": expired on {day}',

  "unreadable.sealed": "{table} {id}: cannot be decrypted",

  // Mail
  "doctor.webhooks": "Webhooks and streams",
  "doctor.webhooks.fine": "Nothing waits to be sent for longer than it should.",
  "doctor.webhooks.waiting": "Events are waiting because the other side does not accept them.",
  "delivery.status": "it answers {status}",
  "delivery.paused": "paused by a restore",
  "webhook.stopped": 'webhook "{id}" was given up: {reason}',
  "doctor.webhooks.paused": "Webhooks have been paused since a backup was restored.",
  "doctor.outgoing": "Sending by itself",
  "doctor.outgoing.fine": "The service sends by itself what is due.",
  "doctor.outgoing.held":
    "This is a copy: events for webhooks, sign-outs to applications, emails of invitations that wait and the sync of the directory are held, and people get no emails about changes to their accounts.",
  "webhook.paused": 'webhook "{id}" sends nothing until you resume it',
  "webhook.failing": 'webhook "{id}" is being retried: {reason}',
  "audit_stream.failing": 'the stream "{id}" of the audit log is being retried: {reason}',
  "doctor.mail": "Mail",
  "doctor.mail.fine": "The relay can be reached and accepts the sign-in.",
  "doctor.mail.off":
    "No relay is set: sign-in by mail, verified addresses and password resets are off.",
  "doctor.mail.unavailable": "No emails can be sent.",
  "doctor.mail.refused": "The relay cannot be used.",
  "doctor.mail.risky": "Email works, but with a risk or after a failure.",
  "doctor.signup": "Signup and password reset",
  "doctor.signup.fine": "What is turned on can work.",
  "doctor.signup.risky": "Signup or password reset cannot work, or proves nothing.",

  // Directories and providers
  "doctor.directory": "Directory",
  "doctor.directory.fine": "No directory is in use, or its last sync went well.",
  "doctor.directory.unused": "A directory that is not in use has risky settings.",
  "doctor.directory.unprotected": '"{id}" cannot be used: its people cannot sign in.',
  "doctor.directory.failed": 'The last sync with "{id}" failed.',
  "doctor.directory.leavers":
    '{count} users left "{id}" at once and can still use what they have. If that is right, sync with {body}.',
  "doctor.directory.ambiguous":
    'Groups of "{id}" have the same name, so they give no roles. Map the DN of the one that is meant.',
  "doctor.directory.unsynced": 'There has been no sync with "{id}" yet.',
  "doctor.directory.late": 'The last sync with "{id}" was at {at}.',
  "doctor.directory.risky": 'The directory "{id}" has risky settings.',
  "doctor.providers": "Upstream providers",
  "doctor.providers.fine": "None can pass its people off as someone else here.",
  "doctor.providers.risky":
    "An upstream provider is trusted with more than necessary, or cannot work.",
  "doctor.people": "People waiting for a decision",
  "doctor.people.fine": "No one was refused because their name belongs to another account.",
  "doctor.people.other_id":
    "{name} · {provider} · {label}: the account is known by another ID there.",
  "doctor.people.other_source":
    "{name} · {provider} · {label}: the account comes from another directory or provider.",
  "doctor.people.no_id":
    "{name} · {provider} · {label}: the account is known by an ID, and the directory shows none of that kind.",
  "doctor.people.several_accounts":
    "{name} · {provider} · {label}: the IDs belong to several accounts.",
  "doctor.people.renamed": "{name} · {provider} · {label}: a known person has this new name.",
  "doctor.people.address": "{name} · {provider} · {label}: the account has this email address.",
  "doctor.people.waiting":
    "People of a directory or provider are refused, because their name belongs to another account, until you decide.",

  // Why a write is refused that locks administrators out
  "lockout.no_holder":
    "no enabled user or service account would hold {permission}, the admin permission; give it to another one first",
  "lockout.no_administrator": "no enabled person would be an administrator",
  "lockout.elsewhere":
    "the login page would lead only to other services ({names}), and the people they sign in are not known here",
  "lockout.no_way": "the login page would offer no way that works",
  "lockout.unable":
    "the login page would offer ways to sign in, and no administrator ({names}) has one of them",

  // What an administrator with fewer rights may not
  "limited.administrator": "only full administrators can change the account of an administrator",
  "limited.makes_administrator": "only full administrators can make someone an administrator",
  "limited.role": "the role {role} is not one that you can give or take away",
  "limited.member": "{member}: can be changed only by full administrators",
  "limited.full": "this can be changed only by full administrators",
  "limited.people": "this takes the right to change people",
  "limited.new_person": "a new person needs one of the roles whose people you look after",
  "limited.source":
    "the names, password and origin of an account from elsewhere can be changed only by full administrators",
  "limited.address":
    "an address can be confirmed only by its owner, and must not belong to another account",
  "limited.trusted_client":
    "a client that does not ask for consent can be changed only by full administrators",
  "limited.ruled_client":
    "a client that only some roles may use can be deleted only by full administrators",
  "limited.provider":
    "a provider can be created, deleted and switched on only by full administrators",
  "limited.invitation": "the invitation gives roles that you cannot give",
  "limited.factor": "a second factor can be set up only by its owner",
  "limited.taken_away": "the right was taken away",

  // What the login page offers, and why a session provider is of no use there
  "sign_in.password": "password",
  "sign_in.passkey": "passkey",
  "sign_in.mail": "code by mail",
  "sign_in.unreadable": "the session providers cannot be read",
  "sign_in.no_settings": "{provider}: settings that it needs cannot be read",
  "sign_in.no_instance": '{provider}: there is no auth instance "{id}"',
  "sign_in.no_client": '{provider}: the client "{id}" does not exist',
  "sign_in.client_out_of_use":
    '{provider}: the client "{id}" is disabled, expired or cannot be read',
  "sign_in.client_public": '{provider}: the client "{id}" is public',
  "sign_in.client_secret": '{provider}: the client "{id}" has another secret',
  "sign_in.client_registered_itself": '{provider}: the client "{id}" registered itself',
  "sign_in.client_acr": '{provider}: the client "{id}" requires a stronger sign-in',
  "sign_in.client_roles": '{provider}: only some roles may use the client "{id}"',
  "sign_in.client_scopes": '{provider}: the client "{id}" may not have the scopes',
  "sign_in.client_codes": '{provider}: the client "{id}" may not take codes at the login page',
  "sign_in.client_grants":
    '{provider}: no way to sign in is left: the client "{id}" may not use one',
  "sign_in.no_passwords": "{provider}: no way to sign in is left: passwords are disabled",
  "sign_in.provider_off": '{provider}: the provider "{id}" is not enabled',

  // What is risky, after saving and in health
  "admin.unreadable": "the admin settings cannot be read: the plane is closed",
  "admin.open": "admin.permission is not set: the management plane is open",
  "admin.break_glass": "admin.allow_missing_x_user: requests without X-User are administrators",
  "database.full": "the database is full: its disk has no space left, and nothing can be changed",
  "database.read_only": "the database is read-only: it takes no writes, and nothing can be changed",
  "member.unknown": "is not known here: it is kept and configures nothing",
  "member.unknown_near":
    "is not known here: it is kept and configures nothing; did you mean {near}?",
  "client.no_targets":
    'client "{id}" has neither redirect_uris nor whitelist_urls: federated sign-ins accept every target',
  "client.roles_gone": 'client "{id}": of the roles that may use it, these do not exist: {roles}',
  "client.fapi2.method":
    'client "{id}" (FAPI 2.0): it has to authenticate with private_key_jwt or with a certificate',
  "client.fapi2.bound":
    'client "{id}" (FAPI 2.0): its access tokens have to be bound to its certificate or its key',
  "client.fapi2.mtls": 'client "{id}" (FAPI 2.0): it uses a certificate, and mtls is not enabled',
  "client.fapi2.grants":
    'client "{id}" (FAPI 2.0): grant_types has more than authorization_code, refresh_token and client_credentials',
  "client.fapi2.redirects":
    'client "{id}" (FAPI 2.0): redirect_uris must contain only https targets, and whitelist_urls nothing',
  "client.fapi2.algorithms":
    'client "{id}" (FAPI 2.0): its algorithms have to be PS256, ES256 or EdDSA, including id_token_signed_response_alg',
  "clients.short_secrets": "secrets of fewer than {least} characters: clients {names}",
  "clients.short_secrets_more":
    "secrets of fewer than {least} characters: clients {names} and {count} more",
  "session_provider.incomplete":
    'session provider "{key}" is incomplete, so no user can sign in: token_url: is required with {member}',
  "session_provider.no_issuer":
    'session provider "{key}" has no issuer: tokens of every issuer with its keys count',
  "session_provider.any_audience":
    'session provider "{key}" accepts tokens of every client (any_audience)',
  "session_provider.unverified": 'session provider "{key}" makes unverified addresses users here',
  "session_provider.no_keys": 'the keys of session provider "{key}" cannot be fetched',
  "directory.unprotected":
    'directory "{id}" is not asked, because its address is without TLS: use ldaps://, or set start_tls or allow_plain',
  "directory.plain":
    'directory "{id}" is sent passwords without TLS (allow_plain): use ldaps:// or set start_tls, then take allow_plain away',
  "directory.two_sources":
    'directory "{id}" and the claim mapping of {others} take away each other\'s roles',
  "signup.no_mail":
    "signup or password reset is on, and email.smtp.host is not set: they answer 503",
  "signup.unverified": "signup without email_verification: anyone can take any address",
  "oauth_provider.unreachable":
    'OAuth provider "{id}" is not asked at {hosts}, which is no public host: list it in oauth2.internal_hosts',
  "oauth_provider.incomplete.always":
    'OAuth provider "{id}" is incomplete, so no user can sign in: {member}: is required',
  "oauth_provider.incomplete.with_keys":
    'OAuth provider "{id}" is incomplete, so no user can sign in: issuer: is required with cert_url, where neither discovery_url nor userinfo_url is set',
  "oauth_provider.incomplete.as_endpoint":
    'OAuth provider "{id}" is incomplete, so no user can sign in: {member}: is required, where neither issuer nor discovery_url is set',
  "oauth_provider.no_issuer":
    'OAuth provider "{id}" has keys and no issuer: its ID tokens are not used',
  "oauth_provider.unverified": 'OAuth provider "{id}" makes unverified addresses users here',
  "oauth_provider.two_sources":
    'OAuth provider "{id}" and the LDAP config "{directory}" both give sync roles: they must not have the same users',
  "saml_provider.unreachable":
    'SAML provider "{id}" is not asked at {hosts}, which is no public host: list it in oauth2.internal_hosts',
  "webhook.unreachable":
    'webhook "{id}" is not sent to {hosts}, which is no public host: list it in oauth2.internal_hosts',
  "saml_provider.incomplete":
    'SAML provider "{id}" is incomplete, so no user can sign in: metadata_url: is required, where metadata_xml is not set',
  "saml_provider.unreadable":
    'the metadata of SAML provider "{id}" cannot be read, so no user can sign in: {reason}',
  "base_url.pinned": "base_url has no effect on this instance: its configuration says {url}",
  "mail.no_sender": "mail: email delivery is not configured: email.from is no address",
  "mail.no_transport": "mail: mail is not available on this runtime",
  "mail.failed": "mail: the last try failed: {reason}",
  "mail.plain_password":
    "email.smtp: the password of the relay is sent without TLS: turn on tls or starttls",
  "mail.unchecked_certificate":
    "email.smtp.insecure_skip_verify: the certificate of the relay is not checked",
  "signer.failing": "signer: the last try failed: {reason}",
  "encryption_key.weak":
    "encryption.key has fewer than {least} characters: a copy of the database is enough to guess it",
  "encryption_key.elsewhere":
    "the encryption key was changed at another instance: start this one with the new key; until then it writes nothing",
  "encryption_key.unset":
    "the encryption key was changed: set encryption.key to the new one before the next start",
  "forwarded.ignored":
    "forwarded headers come from {peer}, which trusted_proxies (server.trusted_proxies of the standalone server) does not name: they are ignored; all clients behind it count as one network",
  "forwarded.ignored_https":
    "forwarded headers come from {peer}, which trusted_proxies (server.trusted_proxies of the standalone server) does not name: they are ignored; all clients behind it count as one network; cookies are not Secure where no base URL is set, although it serves https",
  "forwarded.more": "forwarded headers come from {count} more such peers",
  "tokens.long":
    "tokens of principal {principal} for client {client} have {length} of {most} characters: {roles} roles, {scopes} scopes",
  "tokens.more_long": "{count} other pairs of principal and client have long tokens, too",
} as const;
