// Made by scripts/console-api.ts from the endpoints and src/settings/administration.ts. Do not edit.

/** Capabilities by route; none: full administrators alone. */
export const ACTS = {
  "DELETE /v1/api-key-principals/{id}": [],
  "DELETE /v1/invitations/{id}": [
    "people"
  ],
  "DELETE /v1/ldap/configs/{id}": [],
  "DELETE /v1/ldap/maps/{name}": [],
  "DELETE /v1/lmaps/{name}": [],
  "DELETE /v1/login-buttons/{source}/{id}": [],
  "DELETE /v1/oauth/client-secrets/{id}": [
    "clients"
  ],
  "DELETE /v1/oauth/clients/{id}": [
    "clients"
  ],
  "DELETE /v1/oauth/providers/{id}": [],
  "DELETE /v1/permissions/{id}": [],
  "DELETE /v1/registration/tokens/{id}": [],
  "DELETE /v1/roles/{id}": [],
  "DELETE /v1/saml/providers/{id}": [],
  "DELETE /v1/service-accounts/{id}": [],
  "DELETE /v1/service-accounts/{id}/secret": [],
  "DELETE /v1/settings/accounts": [
    "settings"
  ],
  "DELETE /v1/settings/admin": [],
  "DELETE /v1/settings/api_key": [],
  "DELETE /v1/settings/authorize": [],
  "DELETE /v1/settings/branding": [
    "settings"
  ],
  "DELETE /v1/settings/cache": [],
  "DELETE /v1/settings/check": [],
  "DELETE /v1/settings/custom_info": [],
  "DELETE /v1/settings/device": [],
  "DELETE /v1/settings/email": [],
  "DELETE /v1/settings/jwt": [],
  "DELETE /v1/settings/mtls": [],
  "DELETE /v1/settings/oauth2": [],
  "DELETE /v1/settings/outgoing": [],
  "DELETE /v1/settings/passkey": [],
  "DELETE /v1/settings/password": [
    "settings"
  ],
  "DELETE /v1/settings/registration": [],
  "DELETE /v1/settings/saml": [],
  "DELETE /v1/settings/second_factor": [],
  "DELETE /v1/settings/session_providers": [],
  "DELETE /v1/settings/sign_ins": [],
  "DELETE /v1/settings/signup": [],
  "DELETE /v1/settings/token": [],
  "DELETE /v1/settings/token_exchange": [],
  "DELETE /v1/settings/totp": [],
  "DELETE /v1/settings/{namespace}": [],
  "DELETE /v1/users/{id}": [
    "people"
  ],
  "DELETE /v1/users/{id}/applications": [
    "support",
    "people"
  ],
  "DELETE /v1/users/{id}/identities": [
    "people"
  ],
  "DELETE /v1/users/{id}/sign-ins": [
    "support",
    "people"
  ],
  "DELETE /v1/users/{id}/sign-ins/{sid}": [
    "support",
    "people"
  ],
  "DELETE /v1/users/{id}/totp": [
    "support",
    "people"
  ],
  "DELETE /v1/webhooks/{id}": [],
  "GET /v1/api-key-principals": [
    "read"
  ],
  "GET /v1/audit": [
    "read"
  ],
  "GET /v1/audit/export": [
    "read"
  ],
  "GET /v1/configuration": [],
  "GET /v1/dashboard": [
    "read"
  ],
  "GET /v1/doctor": [
    "read"
  ],
  "GET /v1/events": [
    "read"
  ],
  "GET /v1/identity-conflicts": [
    "read"
  ],
  "GET /v1/instance-config": [
    "read"
  ],
  "GET /v1/invitations": [
    "read",
    "people"
  ],
  "GET /v1/jwt/keys": [
    "read"
  ],
  "GET /v1/ldap/configs": [
    "read",
    "providers"
  ],
  "GET /v1/ldap/configs/{id}": [
    "read",
    "providers"
  ],
  "GET /v1/ldap/groups": [
    "read"
  ],
  "GET /v1/ldap/maps": [
    "read"
  ],
  "GET /v1/ldap/maps/{name}": [
    "read"
  ],
  "GET /v1/ldap/users/{uid}": [
    "read"
  ],
  "GET /v1/lmaps": [
    "read"
  ],
  "GET /v1/lmaps/{name}": [
    "read"
  ],
  "GET /v1/load": [
    "read"
  ],
  "GET /v1/login-buttons": [
    "read",
    "providers"
  ],
  "GET /v1/oauth/client-logouts/{id}": [
    "read",
    "clients"
  ],
  "GET /v1/oauth/clients": [
    "read",
    "clients"
  ],
  "GET /v1/oauth/clients/{id}": [
    "read",
    "clients"
  ],
  "GET /v1/oauth/providers": [
    "read",
    "providers"
  ],
  "GET /v1/oauth/providers/{id}": [
    "read",
    "providers"
  ],
  "GET /v1/permissions": [
    "read"
  ],
  "GET /v1/permissions/export": [
    "read"
  ],
  "GET /v1/permissions/{id}": [
    "read"
  ],
  "GET /v1/registration/tokens": [
    "read",
    "clients"
  ],
  "GET /v1/roles": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/roles/export": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/roles/relation": [
    "read"
  ],
  "GET /v1/roles/{id}": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/saml/providers": [
    "read",
    "providers"
  ],
  "GET /v1/saml/providers/{id}": [
    "read",
    "providers"
  ],
  "GET /v1/service-accounts": [
    "read"
  ],
  "GET /v1/service-accounts/export": [
    "read"
  ],
  "GET /v1/service-accounts/{id}": [
    "read"
  ],
  "GET /v1/session-providers": [],
  "GET /v1/session-providers/{group}": [],
  "GET /v1/settings": [
    "read",
    "settings"
  ],
  "GET /v1/settings/accounts": [
    "read",
    "settings"
  ],
  "GET /v1/settings/admin": [
    "read"
  ],
  "GET /v1/settings/api_key": [
    "read"
  ],
  "GET /v1/settings/authorize": [
    "read"
  ],
  "GET /v1/settings/branding": [
    "read",
    "settings"
  ],
  "GET /v1/settings/cache": [
    "read"
  ],
  "GET /v1/settings/check": [
    "read"
  ],
  "GET /v1/settings/custom_info": [
    "read"
  ],
  "GET /v1/settings/device": [
    "read"
  ],
  "GET /v1/settings/email": [
    "read"
  ],
  "GET /v1/settings/jwt": [
    "read"
  ],
  "GET /v1/settings/mtls": [
    "read"
  ],
  "GET /v1/settings/oauth2": [
    "read"
  ],
  "GET /v1/settings/outgoing": [
    "read"
  ],
  "GET /v1/settings/passkey": [
    "read"
  ],
  "GET /v1/settings/password": [
    "read",
    "settings"
  ],
  "GET /v1/settings/registration": [
    "read"
  ],
  "GET /v1/settings/saml": [
    "read"
  ],
  "GET /v1/settings/second_factor": [
    "read"
  ],
  "GET /v1/settings/session_providers": [
    "read"
  ],
  "GET /v1/settings/sign_ins": [
    "read"
  ],
  "GET /v1/settings/signup": [
    "read"
  ],
  "GET /v1/settings/token": [
    "read"
  ],
  "GET /v1/settings/token_exchange": [
    "read"
  ],
  "GET /v1/settings/totp": [
    "read"
  ],
  "GET /v1/settings/{namespace}": [],
  "GET /v1/users": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/users/export": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/users/{id}": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/users/{id}/applications": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/users/{id}/identities": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/users/{id}/sign-ins": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/users/{id}/totp": [
    "read",
    "support",
    "people"
  ],
  "GET /v1/version": [
    "read"
  ],
  "GET /v1/webhook-deliveries/{id}": [
    "read"
  ],
  "GET /v1/webhooks": [
    "read"
  ],
  "GET /v1/webhooks/{id}": [
    "read"
  ],
  "PATCH /v1/api-key-principals/{id}": [],
  "PATCH /v1/permissions/{id}": [],
  "PATCH /v1/roles/{id}": [],
  "PATCH /v1/service-accounts/{id}": [],
  "PATCH /v1/settings": [
    "settings"
  ],
  "PATCH /v1/users/{id}": [
    "people"
  ],
  "POST /v1/api-key-principals": [],
  "POST /v1/backup": [],
  "POST /v1/check": [
    "read"
  ],
  "POST /v1/check/explain": [
    "read"
  ],
  "POST /v1/configuration/apply": [],
  "POST /v1/configuration/plan": [],
  "POST /v1/custom-info/preview": [],
  "POST /v1/email/preview": [],
  "POST /v1/email/test": [],
  "POST /v1/encryption/rotate": [],
  "POST /v1/identity-conflicts/decide": [],
  "POST /v1/invitations": [
    "people"
  ],
  "POST /v1/invitations/accounts": [
    "people"
  ],
  "POST /v1/invitations/{id}/send": [
    "people"
  ],
  "POST /v1/jwt/renew": [],
  "POST /v1/jwt/rotate": [],
  "POST /v1/ldap/maps": [],
  "POST /v1/ldap/sync": [],
  "POST /v1/ldap/sync/{uid}": [],
  "POST /v1/ldap/test": [],
  "POST /v1/lmaps": [],
  "POST /v1/maintenance/flow-codes/purge": [],
  "POST /v1/oauth/client-secrets/{id}": [
    "clients"
  ],
  "POST /v1/oauth/providers/{id}/test": [
    "providers"
  ],
  "POST /v1/permissions": [],
  "POST /v1/permissions/bulk": [],
  "POST /v1/permissions/keep": [],
  "POST /v1/registration/tokens": [],
  "POST /v1/roles": [],
  "POST /v1/saml/certificate/activate": [],
  "POST /v1/saml/certificate/prepare": [],
  "POST /v1/saml/providers/{id}/encryption-key/activate": [],
  "POST /v1/saml/providers/{id}/encryption-key/prepare": [],
  "POST /v1/saml/providers/{id}/test": [
    "providers"
  ],
  "POST /v1/second-factor/preview": [
    "read"
  ],
  "POST /v1/service-accounts": [],
  "POST /v1/service-accounts/{id}/access": [],
  "POST /v1/service-accounts/{id}/explain-roles": [
    "read"
  ],
  "POST /v1/sync": [],
  "POST /v1/token/inspect": [
    "read"
  ],
  "POST /v1/users": [
    "people"
  ],
  "POST /v1/users/import": [],
  "POST /v1/users/{id}/access": [
    "people"
  ],
  "POST /v1/users/{id}/explain-roles": [
    "read",
    "support",
    "people"
  ],
  "POST /v1/users/{id}/merge": [],
  "POST /v1/users/{id}/merge/preview": [],
  "POST /v1/users/{id}/password-reset": [
    "support",
    "people"
  ],
  "POST /v1/users/{id}/resume": [
    "support",
    "people"
  ],
  "POST /v1/users/{id}/suspend": [
    "support",
    "people"
  ],
  "POST /v1/webhooks/{id}/deliveries/{event}/send": [],
  "POST /v1/webhooks/{id}/replay": [],
  "POST /v1/webhooks/{id}/secret": [],
  "POST /v1/webhooks/{id}/test": [],
  "PUT /v1/ldap/configs/{id}": [
    "providers"
  ],
  "PUT /v1/ldap/maps/{name}": [],
  "PUT /v1/lmaps/{name}": [],
  "PUT /v1/login-buttons/{source}/{id}": [],
  "PUT /v1/oauth/clients/{id}": [
    "clients"
  ],
  "PUT /v1/oauth/providers/{id}": [
    "providers"
  ],
  "PUT /v1/permissions/{id}": [],
  "PUT /v1/roles/relation": [],
  "PUT /v1/roles/{id}": [],
  "PUT /v1/saml/providers/{id}": [
    "providers"
  ],
  "PUT /v1/service-accounts/{id}": [],
  "PUT /v1/settings/accounts": [
    "settings"
  ],
  "PUT /v1/settings/admin": [],
  "PUT /v1/settings/api_key": [],
  "PUT /v1/settings/authorize": [],
  "PUT /v1/settings/branding": [
    "settings"
  ],
  "PUT /v1/settings/cache": [],
  "PUT /v1/settings/check": [],
  "PUT /v1/settings/custom_info": [],
  "PUT /v1/settings/device": [],
  "PUT /v1/settings/email": [],
  "PUT /v1/settings/jwt": [],
  "PUT /v1/settings/mtls": [],
  "PUT /v1/settings/oauth2": [],
  "PUT /v1/settings/outgoing": [],
  "PUT /v1/settings/passkey": [],
  "PUT /v1/settings/password": [
    "settings"
  ],
  "PUT /v1/settings/registration": [],
  "PUT /v1/settings/saml": [],
  "PUT /v1/settings/second_factor": [],
  "PUT /v1/settings/session_providers": [],
  "PUT /v1/settings/sign_ins": [],
  "PUT /v1/settings/signup": [],
  "PUT /v1/settings/token": [],
  "PUT /v1/settings/token_exchange": [],
  "PUT /v1/settings/totp": [],
  "PUT /v1/settings/{namespace}": [],
  "PUT /v1/users/{id}": [
    "people"
  ],
  "PUT /v1/webhooks/{id}": []
} as const;

export type AdminRoute = keyof typeof ACTS;
