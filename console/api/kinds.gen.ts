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
      "group": "applications",
      "icon": "ticket"
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
      "icon": "clock"
    }
  },
  "api_key": {
    "component": "ApiKeySettings"
  },
  "device": {
    "component": "DeviceSettings",
    "tab": {
      "hash": "device-settings",
      "group": "applications",
      "icon": "tv"
    }
  },
  "token_exchange": {
    "component": "TokenExchangeSettings",
    "tab": {
      "hash": "token-exchange",
      "group": "applications",
      "icon": "exchange"
    }
  },
  "totp": {
    "component": "TotpSettings",
    "tab": {
      "hash": "totp",
      "group": "signIn",
      "icon": "phone"
    }
  },
  "second_factor": {
    "component": "SecondFactorSettings"
  },
  "sign_ins": {
    "component": "SignInSettings",
    "tab": {
      "hash": "sign-ins",
      "group": "signIn",
      "icon": "hourglass"
    }
  },
  "email": {
    "component": "EmailSettings",
    "restored": true
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
      "group": "signIn",
      "icon": "login"
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
      "group": "signIn",
      "icon": "fingerprint"
    }
  },
  "password": {
    "component": "PasswordSettings"
  },
  "branding": {
    "component": "BrandingSettings"
  },
  "accounts": {
    "component": "AccountsSettings"
  },
  "outgoing": {
    "component": "OutgoingSettings",
    "tab": {
      "hash": "outgoing",
      "group": "platform",
      "icon": "copy"
    }
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
  },
  "/v1/webhooks": {
    "component": "WebhookConfig"
  }
} as const;
