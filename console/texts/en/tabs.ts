/** Names of the pages, and in one sentence what each is for. */

export const tabs = {
  overview: ["Overview", "What is here, what needs attention, and how busy it is."],
  "first-steps": ["First steps", "From the first sign-in to an application of your own."],
  branding: ["Branding", "The name, logo, colour and support link that people see."],
  rights: ["What you may do", "Your rights as an administrator, and the pages for them."],
  account: ["My account", "Who you are here, how you sign in, and where you are signed in."],
  device: ["Device sign-in", "Approve a television, a console or a program that shows a code."],
  users: ["Users", "People who can sign in."],
  "service-accounts": ["Service accounts", "Programs that sign in with a secret or a certificate."],
  roles: ["Roles", "Bundles of permissions, which may contain other roles."],
  permissions: ["Permissions", "Which requests are allowed: hosts, paths and methods."],
  lmaps: ["Group maps", "Which roles the groups of a directory give."],
  ldap: ["LDAP", "Directories whose people may sign in."],
  clients: ["Clients", "Applications that sign people in through this service."],
  providers: [
    "Upstream providers",
    "OAuth 2.0 and OpenID Connect providers that people may sign in with.",
  ],
  saml: ["SAML", "SAML 2.0 identity providers that people may sign in with."],
  "oauth2-overview": [
    "OAuth 2.0",
    "Addresses, lifetimes, sign-in, signing key: everything about the issuer, saved together.",
  ],
  "session-providers": [
    "Session providers",
    "Who the login page and the session middleware trust.",
  ],
  authorize: ["Authorization", "The login page, consent and remembered sign-ins."],
  registration: ["Registration", "Clients that register themselves."],
  passkey: ["Passkeys", "Sites, verification and the offer to set one up."],
  password: ["Passwords", "Which users may sign in with a password, and the rules for it."],
  token: ["Tokens", "Lifetimes of access, ID and refresh tokens."],
  "api-keys": ["API keys", "Keys for programs, and who may create them."],
  email: ["Email", "The mail relay and the emails that are sent."],
  signup: ["Signup and reset", "New accounts and forgotten passwords."],
  accounts: ["Invitations", "Invite people by email, and see what became of it."],
  import: ["Import of people", "Accounts from a file, with the passwords that people have."],
  mtls: ["Client certificates", "Mutual TLS for service accounts and clients."],
  totp: ["Authenticator apps", "One-time codes from an app, as a second factor."],
  "second-factor": [
    "Who needs two factors",
    "For whom a second factor is required, and from when.",
  ],
  "sign-ins": [
    "Staying signed in",
    "How long people stay signed in, also without activity, and in how many places.",
  ],
  "custom-info": ["Custom claims", "Sets of claims for userinfo, made with templates."],
  "device-settings": ["Device flow", "Lifetime and interval of device codes."],
  "token-exchange": ["Token exchange", "How a service gets a narrower token for the next one."],
  flows: ["Sign-in methods", "What each method does with the current settings."],
  check: ["Access check", "May this user make that request, and why?"],
  audit: ["Audit log", "Who did what, from where, and what changed."],
  webhooks: ["Webhooks", "Events that are sent to other programs."],
  "token-inspector": ["Token inspector", "What a token is, and why it is refused."],
  docs: ["Integration", "Addresses and snippets for your applications."],
  admin: ["Administrators", "Who may change everything here, and who may do a part of it."],
  cache: ["Cache and codes", "How instances learn of changes, and where one-time codes are kept."],
  configuration: [
    "Configuration as code",
    "Export the configuration as one document, and apply one.",
  ],
  encryption: ["Encryption", "The key that seals every secret in the database."],
} as const;

/** By the hash of each page. */
export type TabName = keyof typeof tabs;
