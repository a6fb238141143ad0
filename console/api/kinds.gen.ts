// Made by scripts/console-api.ts from the kinds of records in src/settings. Do not edit.

/** Settings namespaces by name. */
export const NAMESPACES = {
  "admin": {
    "component": "AdminSettings",
    "restored": true
  },
  "jwt": {
    "component": "JwtSettings"
  },
  "token": {
    "component": "TokenSettings",
    "restored": true,
    "tab": {
      "hash": "token",
      "group": "federation",
      "icon": "token"
    }
  },
  "oauth2": {
    "component": "OAuth2Settings"
  },
  "check": {
    "component": "CheckSettings"
  },
  "cache": {
    "component": "CacheSettings",
    "tab": {
      "hash": "cache",
      "group": "platform",
      "icon": "system"
    }
  },
  "api_key": {
    "component": "ApiKeySettings"
  },
  "device": {
    "component": "DeviceSettings",
    "tab": {
      "hash": "device-settings",
      "group": "system",
      "icon": "device"
    }
  },
  "token_exchange": {
    "component": "TokenExchangeSettings",
    "tab": {
      "hash": "token-exchange",
      "group": "system",
      "icon": "token"
    }
  },
  "totp": {
    "component": "TotpSettings",
    "tab": {
      "hash": "totp",
      "group": "system",
      "icon": "device"
    }
  },
  "second_factor": {
    "component": "SecondFactorSettings"
  },
  "sign_ins": {
    "component": "SignInSettings",
    "tab": {
      "hash": "sign-ins",
      "group": "system",
      "icon": "lock"
    }
  },
  "email": {
    "component": "EmailSettings"
  },
  "signup": {
    "component": "SignupSettings"
  },
  "mtls": {
    "component": "MtlsSettings"
  },
  "saml": {
    "component": "SamlSettings"
  },
  "custom_info": {
    "component": "CustomInfoSettings"
  },
  "authorize": {
    "component": "AuthorizeSettings",
    "restored": true,
    "tab": {
      "hash": "authorize",
      "group": "federation",
      "icon": "lock"
    }
  },
  "registration": {
    "component": "RegistrationSettings"
  },
  "session_providers": {
    "component": "SessionProvidersSettings",
    "restored": true
  },
  "passkey": {
    "component": "PasskeySettings",
    "tab": {
      "hash": "passkey",
      "group": "federation",
      "icon": "key"
    }
  },
  "password": {
    "component": "PasswordSettings",
    "tab": {
      "hash": "password",
      "group": "federation",
      "icon": "lock"
    }
  },
  "branding": {
    "component": "BrandingSettings"
  },
  "accounts": {
    "component": "AccountsSettings"
  }
} as const;

export type Namespace = keyof typeof NAMESPACES;

/** Kinds of config records by the path of their list. */
export const CONFIG_KINDS = {
  "/v1/oauth/clients": {
    "component": "OAuthClientConfig"
  },
  "/v1/oauth/providers": {
    "component": "OAuthProviderConfig"
  },
  "/v1/ldap/configs": {
    "component": "LdapConfig"
  },
  "/v1/saml/providers": {
    "component": "SamlProviderConfig"
  }
} as const;
