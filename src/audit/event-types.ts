/**
 * What events are called: the stable names by which programs know what the audit log says. An action without a name does
 * not compile; a name that was published is never given another meaning.
 */
import { AUDIT_ACTIONS, type AuditAction } from "./actions.ts";

export const EVENT_TYPE_OF = {
  sign_in: "sign_in.done",
  sign_in_step: "sign_in.step",
  application_sign_in: "sign_in.application",
  sign_in_refused: "sign_in.refused",
  request_refused: "request.refused",
  token_exchanged: "token.exchanged",
  consent_given: "consent.given",
  consent_refused: "consent.refused",
  device_approved: "device.approved",
  device_denied: "device.denied",
  secret_read: "secret.read",
  audit_exported: "audit.exported",
  directory_synced: "directory.synced",
  directory_failed: "directory.failed",
  person_refused: "person.refused",
  mail_sent: "mail.sent",
  mail_failed: "mail.failed",
  webhook_stopped: "webhook.stopped",
  webhook_replayed: "webhook.replayed",
  entries_dropped: "audit.dropped",
  setting_changed: "setting.changed",
  setting_reset: "setting.reset",
  signing_key_changed: "signing_key.changed",
  client_created: "client.created",
  client_changed: "client.changed",
  client_deleted: "client.deleted",
  provider_created: "provider.created",
  provider_changed: "provider.changed",
  provider_deleted: "provider.deleted",
  directory_created: "directory.created",
  directory_changed: "directory.changed",
  directory_deleted: "directory.deleted",
  saml_provider_created: "saml_provider.created",
  saml_provider_changed: "saml_provider.changed",
  saml_provider_deleted: "saml_provider.deleted",
  user_created: "user.created",
  user_changed: "user.changed",
  user_deleted: "user.deleted",
  users_synced: "user.synced",
  users_imported: "user.imported",
  account_recovered: "user.recovered",
  password_changed: "user.password_changed",
  user_disabled: "user.disabled",
  user_enabled: "user.enabled",
  user_suspended: "user.suspended",
  user_reinstated: "user.reinstated",
  identity_linked: "identity.linked",
  identity_unlinked: "identity.unlinked",
  role_created: "role.created",
  role_changed: "role.changed",
  role_deleted: "role.deleted",
  permission_created: "permission.created",
  permission_changed: "permission.changed",
  permission_deleted: "permission.deleted",
  group_map_created: "group_map.created",
  group_map_changed: "group_map.changed",
  group_map_deleted: "group_map.deleted",
  api_key_created: "api_key.created",
  api_key_changed: "api_key.changed",
  api_key_deleted: "api_key.deleted",
  second_factor_created: "second_factor.created",
  second_factor_changed: "second_factor.changed",
  second_factor_deleted: "second_factor.deleted",
  passkey_created: "passkey.created",
  passkey_changed: "passkey.changed",
  passkey_deleted: "passkey.deleted",
  invitation_created: "invitation.created",
  invitation_changed: "invitation.changed",
  invitation_deleted: "invitation.deleted",
  registration_token_created: "registration_token.created",
  registration_token_changed: "registration_token.changed",
  registration_token_deleted: "registration_token.deleted",
  webhook_created: "webhook.created",
  webhook_changed: "webhook.changed",
  webhook_deleted: "webhook.deleted",
  token_revoked: "token.revoked",
  sign_in_ended: "sign_in.ended",
  sign_ins_ended: "sign_in.all_ended",
  consent_withdrawn: "consent.withdrawn",
  encryption_key_changed: "encryption_key.changed",
  backup_begun: "backup.begun",
  backup_made: "backup.made",
  backup_failed: "backup.failed",
  backup_restored: "backup.restored",
  audit_pruned: "audit.pruned",
  audit_chain_restarted: "audit.restarted",
} as const satisfies Readonly<Record<AuditAction, string>>;

export type EventType = (typeof EVENT_TYPE_OF)[AuditAction];

/** Every type, in the order of the actions. */
export const EVENT_TYPES: readonly EventType[] = AUDIT_ACTIONS.map((one) => EVENT_TYPE_OF[one]);

/** What is before the dot, with a star for all that begin so. */
export const EVENT_GROUPS: readonly string[] = [
  ...new Set(EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf("."))}.*`)),
];

const KNOWN: ReadonlySet<string> = new Set([...EVENT_TYPES, ...EVENT_GROUPS]);

/** A type, or a group such as `user.*`. */
export const isEventFilter = (word: string): boolean => KNOWN.has(word);

const matches = (type: string, word: string): boolean =>
  word.endsWith(".*") ? type.startsWith(word.slice(0, -1)) : type === word;

/** The actions that a filter lets through; undefined for an empty one, which is all of them. */
export function actionsOf(
  words: readonly string[] | undefined,
): readonly AuditAction[] | undefined {
  if (!words || words.length === 0) return undefined;
  return AUDIT_ACTIONS.filter((action) =>
    words.some((word) => matches(EVENT_TYPE_OF[action], word)),
  );
}
