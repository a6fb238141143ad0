/** Names of what a setting can be, by its place in the schemas. The word of the API stands behind each. */

export const choices = {
  "TokenSettings.refresh_rotation": {
    remembered: "Remembered sign-ins alone",
    dynamic: "Also clients that register themselves",
    always: "All",
  },
  "CacheSettings.code_store.active": {
    database: "In the database",
    memory: "In the memory of one instance",
    redis: "In Redis",
  },
  "PasskeySettings.user_verification": {
    preferred: "Where the device can",
    required: "Always",
    discouraged: "Not asked for",
  },
  "PasswordSettings.by_administrators": {
    refuse: "Refuse them",
    warn: "Only log a warning",
  },
  "OAuthClientConfig.introspection": {
    audience: "Tokens for itself",
    any: "Every token",
  },
  "OAuthClientConfig.subject_type": {
    public: "The same for all applications",
    pairwise: "Another one for each host",
  },
  "LdapConfig.leavers": {
    disable: "Refuse them everywhere",
    keep: "End their sign-in through the directory alone",
  },
} as const;
