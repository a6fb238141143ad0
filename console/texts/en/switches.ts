/**
 * Switches of members that say what is off, such as `disabled`: shown as what is on, by the place of the member.
 * Only the form turns them round; the member is stored and sent as it is.
 */
export const switches = {
  "ApiKeySettings.disabled": ["API keys", "When this is off, no API key is accepted."],
  "DeviceSettings.disabled": ["Device flow", "When this is off, devices cannot ask for a sign-in."],
  "TokenExchangeSettings.disabled": [
    "Token exchange",
    "When this is off, no token is exchanged for another one.",
  ],
  "TotpSettings.disabled": [
    "Authenticator apps",
    "When this is off, no one is asked for a code, and no app can be set up.",
  ],
  "EmailSettings.disabled": ["Sign-in by email", "When this is off, it is refused."],
  "CustomInfoSettings.disabled": ["Custom claims", "When this is off, no set adds any."],
  "AuthorizeSettings.disabled": [
    "Sign-in to applications",
    "When this is off, applications cannot send people here to sign in.",
  ],
  "AuthorizeSettings.disable_remember_me": [
    "Offer “Keep me signed in”",
    "When this is off, the login page does not show the choice.",
  ],
  "RegistrationSettings.documents.disabled": [
    "URLs as client IDs",
    "When this is off, a URL is accepted as a client ID only where a record of it is stored.",
  ],
  "PasskeySettings.disabled": ["Passkeys", "When this is off, no passkey is set up or accepted."],
  "PasswordSettings.disabled": [
    "Sign-in with a password",
    "When this is off, it is refused for everyone.",
  ],
  "PasswordSettings.local_disabled": [
    "Passwords of local users",
    "When this is off, they are refused.",
  ],
  "PasswordSettings.ldap_disabled": [
    "Passwords of directory users",
    "When this is off, they are refused.",
  ],
  "PasswordSettings.ldap_register_disabled": [
    "Accounts for new directory users",
    "When this is off, unknown users of the directory are not created at their first sign-in.",
  ],
  "LdapConfig.disable_sync": [
    "Periodic sync",
    "When this is off, the directory is not read at intervals.",
  ],
} as const;
