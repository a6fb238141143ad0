/**
 * What protocol tests read and call of the inside: tables, sealed columns, drivers of a runtime, a clock that is
 * turned. All else of the product they import by the entries of the package, as applications do.
 */
export { createAssets } from "../../src/adapters/drivers/assets.ts";
export { createInlineBcrypt } from "../../src/adapters/drivers/bcrypt.ts";
export { openPglite } from "../../src/adapters/drivers/pglite.ts";
export { createRedisConnector } from "../../src/adapters/drivers/redis.ts";
export { seedFiles } from "../../src/adapters/drivers/seed-files.ts";
export { asShown } from "../../src/adapters/drivers/smtp.ts";
export { traceApi } from "../../src/adapters/drivers/traces.ts";
export { xmlSignatures } from "../../src/adapters/drivers/xml.ts";
export { createHttpClient } from "../../src/adapters/http-client.ts";
export { nodeInsecureFetch } from "../../src/adapters/node/insecure-fetch.ts";
export { serve } from "../../src/adapters/node/serve.ts";
export { createPinnedFetch } from "../../src/adapters/pinned-fetch.ts";
export type { RunningServer } from "../../src/adapters/serving.ts";
export { tracedRuntime } from "../../src/adapters/traced/runtime.ts";
export { type AuthApi, SESSION_KEY } from "../../src/api.ts";
export { eventStreamsOf } from "../../src/audit/event-streams.ts";
export { byItself, openCall, openInternalCall, type Service } from "../../src/call.ts";
export { type Config, loadConfig } from "../../src/cli/config.ts";
export { firstRunText } from "../../src/cli/first-run-text.ts";
export { hashPassword } from "../../src/cli/hash-password.ts";
export { purgeClientSignIns } from "../../src/codes/purge.ts";
export { applyConfiguration } from "../../src/configuration/apply.ts";
export { exportConfiguration } from "../../src/configuration/export.ts";
export { readDocuments } from "../../src/configuration/read-files.ts";
export { openWith, sealTo } from "../../src/configuration/sealed-secret.ts";
export { yamlOf } from "../../src/configuration/write-text.ts";
export { selfSignedCertificate } from "../../src/crypto/certificate.ts";
export { sha256Hex } from "../../src/crypto/digest.ts";
export { openSecretBox } from "../../src/crypto/secretbox.ts";
export { generatePrivateKey, importSigningKey } from "../../src/crypto/signing-key.ts";
export { deliveriesOf } from "../../src/delivery/deliveries.ts";
export { diagnose } from "../../src/doctor/doctor.ts";
export { readIdentityProvider } from "../../src/federation/saml/identity-provider.ts";
export { registerCallback } from "../../src/first-run/callback.ts";
export { completeFirstRun } from "../../src/first-run/complete.ts";
export { recoverAdministrator } from "../../src/first-run/recover.ts";
export { type FirstRun, sealFirstRun } from "../../src/first-run/sealed.ts";
export { roleSet, scopeSet } from "../../src/guards/claims.ts";
export type { ForwardAuthOptions } from "../../src/guards/forward-auth-options.ts";
export type { IamCheckOptions } from "../../src/guards/iam-check-options.ts";
export type { ResourceServerOptions } from "../../src/guards/resource-server-options.ts";
export type { SessionInfoOptions } from "../../src/guards/session-info-options.ts";
export { describeApi } from "../../src/http/description/openapi.ts";
export { allEndpoints } from "../../src/http/router/endpoints.ts";
export { mayBeAlias } from "../../src/iam/claim-mapping/foreign-user.ts";
export {
  identitiesOf,
  linkIdentity,
  unlinkIdentity,
} from "../../src/iam/claim-mapping/identities.ts";
export { claimValues, mappedRoles } from "../../src/iam/claim-mapping/mapped-roles.ts";
export { signInVouched } from "../../src/iam/claim-mapping/sign-in.ts";
export type { ClaimMapping, Vouched } from "../../src/iam/claim-mapping/vouched.ts";
export { isUsername } from "../../src/iam/directory/directory-user.ts";
export { writeStanding } from "../../src/iam/directory/standing.ts";
export { storedHash, storeHash } from "../../src/iam/principals/details.ts";
export { takenAmongMany } from "../../src/iam/principals/free-aliases.ts";
export { endSuspensions } from "../../src/iam/principals/suspension.ts";
export { lmapBody } from "../../src/iam/roles/lmaps.ts";
export type { LoginOptions } from "../../src/login/login-options.ts";
export type { LoginMethod } from "../../src/login/login-parts.ts";
export { METHODS } from "../../src/login/methods/methods.ts";
export { CATALOGUES as mailCatalogues } from "../../src/mail/content.ts";
export { MailLine } from "../../src/mail/line.ts";
export type { Mail, MailKind } from "../../src/mail/mail.ts";
export { Outbox, outboxOf } from "../../src/mail/outbox.ts";
export { sendMail, sendPrepared } from "../../src/mail/send.ts";
export { startLooks } from "../../src/metrics/looks.ts";
export { mailLink } from "../../src/oauth2/clients/mail-link.ts";
export { sendWaitingInvitations } from "../../src/oauth2/invitations/send-waiting.ts";
export type { AuthOptions } from "../../src/options/auth-options.ts";
export { parseOptions } from "../../src/options.ts";
export { overlayCatalog } from "../../src/providers/overlay.ts";
export { writeConfig } from "../../src/records/config-records.ts";
export { followConfigured } from "../../src/records/follow-address.ts";
export { pruneRegistered } from "../../src/records/registered-clients.ts";
export { writeSetting } from "../../src/records/settings.ts";
export { tendOutsideKeys, tendSigningKeys } from "../../src/records/signing-key.ts";
export type { MailMessage } from "../../src/runtime/mail.ts";
export { Traces } from "../../src/runtime/traces.ts";
export type { Connection, PasswordHasher, PrivateNote, SqlDriver } from "../../src/runtime.ts";
export { openGateway } from "../../src/server/gateway.ts";
export { createStandalone, type Standalone } from "../../src/server/standalone.ts";
export type { SessionState } from "../../src/session/context.ts";
export type { Session } from "../../src/session/session.ts";
export { internalsOf } from "../../src/session/session-internals.ts";
export type { SessionOptions } from "../../src/session/session-options.ts";
export { memberNames } from "../../src/settings/document/member-names.ts";
export { shapeOf } from "../../src/settings/document/schema-walk.ts";
export { type Namespace, namespaces } from "../../src/settings/index.ts";
export { LOGIN_METHODS } from "../../src/settings/login-methods.ts";
export { configKinds, parseConfig } from "../../src/settings/records/config-records.ts";
export { ldapConfig } from "../../src/settings/records/ldap-config.ts";
export { oauthClient } from "../../src/settings/records/oauth-client.ts";
export { missingMember } from "../../src/settings/records/oauth-provider.ts";
export { samlProvider } from "../../src/settings/records/saml-provider.ts";
export {
  PROVIDER_ENDPOINTS,
  sessionProvider,
} from "../../src/settings/records/session-provider.ts";
export { keyRing } from "../../src/snapshot/key-ring.ts";
export { configPlace, configTable } from "../../src/snapshot/parts/config-records.ts";
export { settingPlace } from "../../src/snapshot/parts/settings.ts";
export { detailsPlace } from "../../src/snapshot/sealed.ts";
export type { Snapshot } from "../../src/snapshot/snapshot.ts";
export { decodeBase64Url } from "../../src/std/base64url.ts";
export { canonicalAlias } from "../../src/std/canonical-alias.ts";
export { crc32Hex } from "../../src/std/crc32.ts";
export { durationOf } from "../../src/std/duration.ts";
export { encodeHeaderText } from "../../src/std/header-text.ts";
export { MAX_NORMALIZED_LENGTH } from "../../src/std/normal-form.ts";
export type { Language } from "../../src/std/texts/languages.ts";
export { pruneAudit, verifyChain } from "../../src/store/audit-chain.ts";
export { ensureCanary } from "../../src/store/canary.ts";
export { databaseOf } from "../../src/store/database.ts";
export { LastUses } from "../../src/store/last-uses.ts";
export { migrate } from "../../src/store/migrate.ts";
export { mutate } from "../../src/store/mutate.ts";
export { sealedColumns } from "../../src/store/sealed-columns.ts";
export type { Store } from "../../src/store/store.ts";
export * as tables from "../../src/store/tables.ts";
export {
  apiKeys,
  clientSignIns,
  encryptionCheck,
  events,
  flowCodes,
  identities,
  invitations,
  measuredSignIns,
  oauthClients,
  passkeyCredentials,
  permissions,
  settings,
  totpSecrets,
  users,
} from "../../src/store/tables.ts";
export { signJwt } from "../../src/tokens/sign.ts";
export { endOverdueSignIns } from "../../src/tokens/sign-in-use.ts";
export { rememberedClaims, signedClaims } from "../../src/tokens/signed-claims.ts";
export { withinAMinute } from "../../src/tokens/within-a-minute.ts";
export * as catalogues from "../../src/web/texts/catalogues.ts";
export { isUsableName } from "../../src/web/x-user.ts";
