/** Texts of the page for configuration as code. */

export const configuration = {
  exportTitle: "Export",
  exportAbout:
    "Settings, clients, providers, directories, permissions, roles, group maps and service accounts as one document. It has no secrets and no people; a comment says where a secret is stored.",
  download: "Download the document",
  applyTitle: "Apply a document",
  applyAbout:
    "A record of the document replaces the stored one, except for secrets that it leaves out. Other records stay. You see what would change before anything is done.",
  document: "Document",
  documentHint: "YAML or JSON.",
  file: "Choose a file",
  prune: "Remove what the document does not contain",
  pruneHint: "Only records of the kinds that it contains; never people.",
  plan: "Show what would change",
  planned: "What would change",
  count: "Records that would change: {count}",
  nothing: "Everything already matches the document.",
  apply: "Apply all of it",
  consequence:
    "All of this takes effect now, on every instance. If something else was changed in the meantime, nothing is done.",
  done: "The document was applied",
  actions: { create: "New", change: "Changed", remove: "Removed" },
  kinds: {
    settings: "Settings",
    session_providers: "Session providers",
    oauth_clients: "Client",
    oauth_providers: "Provider",
    saml_providers: "SAML provider",
    ldap_configs: "Directory",
    webhooks: "Webhook",
    permissions: "Permission",
    roles: "Role",
    group_maps: "Group map",
    service_accounts: "Service account",
    users: "User",
  },
} as const;
