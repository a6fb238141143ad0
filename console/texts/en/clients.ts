/** Texts of OAuth clients. */

export const clients = {
  addTarget: "Add an address",
  choose: "What is the application?",
  types: {
    web: ["Web application", "Runs on a server that can keep a secret: Spring, Django, Express."],
    spa: ["Single page application", "Runs in the browser and has no secret: React, Vue, Angular."],
    native: ["Desktop or mobile app", "Is installed by people and has no secret."],
    machine: ["Machine", "Calls services on its own behalf; no person signs in."],
    mcp: ["MCP client", "An agent that calls MCP servers for a person."],
  },
  idHints: {
    web: "A short name, or a URL. It cannot be changed later.",
    spa: "A short name, or a URL. It cannot be changed later.",
    native: "A short name, or a URL. It cannot be changed later.",
    machine: "A short name. It cannot be changed later.",
    mcp: "A short name. Agents that register themselves or have a URL as ID need no record.",
  },
  sections: {
    identity: ["The application", "What people see, and how it proves that it is the one."],
    redirects: [
      "Where people come back to",
      "Codes go to these addresses alone. Exact addresses are safer than prefixes.",
    ],
    access: ["What it may ask for", "Scopes and grants. Fewer are safer."],
    signOut: [
      "When people sign out",
      "Where the application may send them afterwards, and where it is notified of sign-outs.",
    ],
    resources: ["Resources and token exchange", "For which services its tokens are of use."],
    certificate: [
      "Key or certificate in place of a secret",
      "A key that signs (private_key_jwt), or mutual TLS (RFC 8705) with exactly one of the names, or keys with the certificate.",
    ],
  },
  problems: {
    blank: "An address has no spaces.",
    fragment: "An address has no fragment (#).",
    wildcard: "Wildcards are not understood. List each address, or use a prefix.",
    relative: "Write the whole address, such as https://app.example.com/callback.",
    dangerous: "This scheme cannot be the address of an application.",
    answer: "An address has no parameter of the answer, such as code or state.",
    twice: "This entry is there already.",
  },
  hints: {
    plain: "Not encrypted: codes can be read on the way. For tests only.",
    loopback: "On the person’s own machine; any port is accepted.",
    shortScheme:
      "Another app could claim this scheme. One with a dot, such as com.example.app, is safer.",
    everything: "Every address of this host can receive codes.",
  },
  grants: {
    authorization_code: "Authorization code",
    refresh_token: "Refresh token",
    client_credentials: "Client credentials",
    password: "Password",
    "urn:ietf:params:oauth:grant-type:device_code": "Device code",
    "urn:ietf:params:oauth:grant-type:token-exchange": "Token exchange",
    email_code: "Code by mail",
    passkey: "Passkey",
  },
  everyGrant: "Every grant",
  methods: {
    none: "None: a public client",
    client_secret_basic: "Secret in the header (Basic)",
    client_secret_post: "Secret in the form",
    private_key_jwt: "Signature of its key",
    tls_client_auth: "Certificate of an authority",
    self_signed_tls_client_auth: "Certificate of its own",
  },
  methodFollows: "Secret, or none for a public client",
  consents: {
    always: "Ask at every sign-in",
    remember: "Ask once, and remember it",
    skip: "Do not ask",
  },
  consentAbout:
    "What is remembered holds until the name, the redirect URIs or the scopes of the client change, or the person withdraws it. Tokens of a client that does not ask read the account of their user and end their sign-ins.",
  secretTitle: "The secret, shown only once",
  secretAbout: "Copy it into the configuration of the application now. It is never shown again.",
  secretNoted: "I have copied it",
  keysInvalid: "This is not a JSON Web Key Set.",
  copyId: "Copy the client ID",
  copySecret: "Copy the client secret",
  roll: "A new secret",
  rollAbout:
    "The application is given the new one while the one before works on: no sign-in fails meanwhile.",
  overlap: "The present secret works on for",
  overlaps: {
    "0": "No time: it ends now",
    "1h": "One hour",
    "24h": "One day",
    "168h": "One week",
    "720h": "30 days",
  },
  rollNow: "Make a new secret",
  rollConsequence:
    "The new secret is shown once. A secret that overlaps from before ends now; the present one ends when its time is over.",
  previous: "The secret before the present one still works. It ends",
  endPrevious: "End it now",
  endConsequence: "Programs that still use the one before get no tokens any more.",
  previousEnded: "The secret before the present one has ended",
} as const;
