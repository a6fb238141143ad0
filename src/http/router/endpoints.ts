/** Every endpoint of the service; `surface: "public"` keeps the OAuth plane alone (Deno Deploy). */

import { swaggerEndpoints } from "../description/swagger.ts";
import { docsEndpoints } from "../documentation/docs.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { apiKeyValidationEndpoints } from "../oauth2/api-key.ts";
import { authorizeEndpoints } from "../oauth2/authorize.ts";
import { certsEndpoint } from "../oauth2/certs.ts";
import { consentEndpoints } from "../oauth2/consent.ts";
import { deviceAuthorizationEndpoint } from "../oauth2/device-authorization.ts";
import { emailEndpoint } from "../oauth2/email.ts";
import { endSessionEndpoints } from "../oauth2/end-session.ts";
import { tokenQueryEndpoints } from "../oauth2/introspect.ts";
import { parEndpoint } from "../oauth2/par.ts";
import { passkeyLoginEndpoints } from "../oauth2/passkey.ts";
import { registrationEndpoints } from "../oauth2/register.ts";
import { signupEndpoints } from "../oauth2/signup.ts";
import { tokenEndpoint } from "../oauth2/token.ts";
import { upstreamEndpoints } from "../oauth2/upstream.ts";
import { userinfoEndpoints } from "../oauth2/userinfo.ts";
import { discoveryEndpoints } from "../oauth2/well-known.ts";
import { samlAcsEndpoints } from "../saml/acs.ts";
import { samlLoginEndpoint } from "../saml/login.ts";
import { samlMetadataEndpoint } from "../saml/metadata.ts";
import { brandingEndpoints } from "../site/branding.ts";
import { devicePageEndpoints } from "../site/device.ts";
import { iconEndpoint } from "../site/icon.ts";
import { pictureEndpoint } from "../site/pictures.ts";
import { uiEndpoints } from "../site/ui.ts";
import { apiKeyEndpoints } from "../v1/api-keys.ts";
import { auditEndpoints } from "../v1/audit.ts";
import { backupEndpoint } from "../v1/backup.ts";
import { callerCheckEndpoints } from "../v1/caller-check.ts";
import { callerInfoEndpoint } from "../v1/caller-info.ts";
import { adminCheckEndpoint } from "../v1/check.ts";
import { checkExplainEndpoint } from "../v1/check-explain.ts";
import { clientLogoutEndpoint } from "../v1/client-logout.ts";
import { clientSecretEndpoints } from "../v1/client-secrets.ts";
import { configRecordEndpoints } from "../v1/config-records.ts";
import { configurationEndpoints } from "../v1/configuration.ts";
import { customInfoPreviewEndpoint } from "../v1/custom-info.ts";
import { dashboardEndpoint } from "../v1/dashboard.ts";
import { deviceEndpoints } from "../v1/device.ts";
import { doctorEndpoint } from "../v1/doctor.ts";
import { emailAdminEndpoints } from "../v1/email.ts";
import { encryptionEndpoints } from "../v1/encryption.ts";
import { eventEndpoints } from "../v1/events.ts";
import { explainRolesEndpoints } from "../v1/explain-roles.ts";
import { identityEndpoints } from "../v1/identities.ts";
import { identityConflictEndpoints } from "../v1/identity-conflicts.ts";
import { importEndpoint } from "../v1/import.ts";
import { infoEndpoints } from "../v1/info.ts";
import { initialAccessTokenEndpoints } from "../v1/initial-access-tokens.ts";
import { instanceConfigEndpoint } from "../v1/instance-config.ts";
import { invitationEndpoints } from "../v1/invitations.ts";
import { ldapEndpoints } from "../v1/ldap.ts";
import { lmapEndpoints } from "../v1/lmaps.ts";
import { loadEndpoint } from "../v1/load.ts";
import { loginButtonEndpoints } from "../v1/login-buttons.ts";
import { maintenanceEndpoints } from "../v1/maintenance.ts";
import { meEndpoints } from "../v1/me.ts";
import { mergeEndpoints } from "../v1/merge.ts";
import { upstreamTestEndpoint } from "../v1/oauth-provider-test.ts";
import { operationEndpoints } from "../v1/operation.ts";
import { ownAccountEndpoints } from "../v1/own-account.ts";
import { ownActivityEndpoint } from "../v1/own-activity.ts";
import { ownApplicationEndpoints } from "../v1/own-applications.ts";
import { ownIdentityEndpoints } from "../v1/own-identities.ts";
import { passkeyEndpoints } from "../v1/passkeys.ts";
import { permissionBatchEndpoints } from "../v1/permission-batch.ts";
import { permissionEndpoints } from "../v1/permissions.ts";
import { principalListEndpoints } from "../v1/principal-lists.ts";
import { principalEndpoints } from "../v1/principals.ts";
import { roleRelationEndpoints } from "../v1/role-relation.ts";
import { roleEndpoints } from "../v1/roles.ts";
import { samlEndpoints } from "../v1/saml.ts";
import { secondFactorEndpoint } from "../v1/second-factor.ts";
import { sessionProviderEndpoints } from "../v1/session-providers.ts";
import { settingsEndpoints } from "../v1/settings.ts";
import { signInEndpoints } from "../v1/sign-ins.ts";
import { signingKeyEndpoints } from "../v1/signing-keys.ts";
import { suspensionEndpoints } from "../v1/suspension.ts";
import { accessEndpoints } from "../v1/temporary-access.ts";
import { tokenInspectEndpoint } from "../v1/token-inspect.ts";
import { totpEndpoints } from "../v1/totp.ts";
import { userApplicationEndpoints } from "../v1/user-applications.ts";
import { userResetEndpoint } from "../v1/user-reset.ts";
import { userSignInEndpoints } from "../v1/user-sign-ins.ts";
import { webhookEndpoints } from "../v1/webhooks.ts";

export const publicEndpoints: readonly Endpoint[] = [
  ...authorizeEndpoints,
  parEndpoint,
  ...consentEndpoints,
  ...endSessionEndpoints,
  ...registrationEndpoints,
  deviceAuthorizationEndpoint,
  ...devicePageEndpoints,
  ...upstreamEndpoints,
  iconEndpoint,
  pictureEndpoint,
  ...brandingEndpoints,
  tokenEndpoint,
  emailEndpoint,
  certsEndpoint,
  ...discoveryEndpoints,
  ...userinfoEndpoints,
  ...tokenQueryEndpoints,
  ...apiKeyValidationEndpoints,
  samlMetadataEndpoint,
  samlLoginEndpoint,
  ...samlAcsEndpoints,
  ...signupEndpoints,
  ...passkeyLoginEndpoints,
];

const managementEndpoints: readonly Endpoint[] = [
  ...infoEndpoints,
  instanceConfigEndpoint,
  ...settingsEndpoints,
  ...configurationEndpoints,
  upstreamTestEndpoint, // before the records: an id may have slashes
  ...samlEndpoints, // before the records: an id may have slashes
  ...initialAccessTokenEndpoints,
  clientLogoutEndpoint,
  ...configRecordEndpoints,
  ...clientSecretEndpoints,
  ...sessionProviderEndpoints,
  ...principalListEndpoints, // before the records: `export` is no id
  importEndpoint,
  ...principalEndpoints,
  ...accessEndpoints,
  ...explainRolesEndpoints,
  ...roleRelationEndpoints, // before the records: `relation` is no id
  ...roleEndpoints,
  ...permissionEndpoints,
  ...permissionBatchEndpoints,
  ...lmapEndpoints,
  ...loginButtonEndpoints,
  ...ldapEndpoints,
  ...apiKeyEndpoints,
  adminCheckEndpoint,
  checkExplainEndpoint,
  ...callerCheckEndpoints,
  callerInfoEndpoint,
  ...meEndpoints,
  ...identityEndpoints,
  ...identityConflictEndpoints,
  ...invitationEndpoints,
  ...suspensionEndpoints,
  ...mergeEndpoints,
  userResetEndpoint,
  ...userSignInEndpoints,
  secondFactorEndpoint,
  ...userApplicationEndpoints,
  ...ownAccountEndpoints,
  ...ownApplicationEndpoints,
  ...ownIdentityEndpoints,
  ...signInEndpoints,
  ownActivityEndpoint,
  ...totpEndpoints,
  ...deviceEndpoints,
  ...passkeyEndpoints,
  ...uiEndpoints,
  dashboardEndpoint,
  ...auditEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
  doctorEndpoint,
  loadEndpoint,
  ...operationEndpoints,
  ...signingKeyEndpoints,
  ...maintenanceEndpoints,
  ...encryptionEndpoints,
  backupEndpoint,
  customInfoPreviewEndpoint,
  ...emailAdminEndpoints,
  tokenInspectEndpoint,
];

const described = [...publicEndpoints, ...managementEndpoints, ...docsEndpoints];

export const allEndpoints: readonly Endpoint[] = [...described, ...swaggerEndpoints(described)];
