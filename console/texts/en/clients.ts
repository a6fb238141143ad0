/** Texts of OAuth clients. */

export const clients = {
  list: {
    kind: "Kind",
    anyKind: "Any kind",
    kinds: {
      web: ["Web", "Has a secret or a key."],
      public: ["Public", "Runs in the browser or on a device, and has no secret."],
      machine: ["Machine", "Only gets tokens of its own; no person signs in."],
      registered: ["Registered itself", "By dynamic client registration."],
      document: ["By document", "Described at the URL that is its ID."],
    },
    lastUsed: "Last used",
    neverUsed: "Never",
  },
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
    identity: ["The application", "What people see, and how it proves its identity."],
    redirects: [
      "Where people come back to",
      "Codes are sent to these addresses only. Exact addresses are safer than prefixes.",
    ],
    who: [
      "Who may use it",
      "Everyone who can sign in here, or only some roles. Others see a page that says so, and get no tokens.",
    ],
    access: ["What it may ask for", "Scopes and grants. Fewer are safer."],
    signOut: [
      "When people sign out",
      "Where the application may send them afterwards, and where it is notified of sign-outs.",
    ],
    resources: ["Resources and token exchange", "Which services its tokens are for."],
    certificate: [
      "Key or certificate in place of a secret",
      "A signing key (private_key_jwt), or mutual TLS (RFC 8705) with exactly one of the names, or with keys that contain the certificate.",
    ],
  },
  problems: {
    blank: "An address must not contain spaces.",
    fragment: "An address must not contain a fragment (#).",
    wildcard: "Wildcards are not supported. List each address, or use a prefix.",
    relative: "Write the whole address, such as https://app.example.com/callback.",
    dangerous: "This scheme cannot be used for the address of an application.",
    answer: "An address must not contain a parameter of the answer, such as code or state.",
    twice: "This entry is already in the list.",
  },
  hints: {
    plain: "Not encrypted: codes can be read in transit. For tests only.",
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
    email_code: "Code by email",
    passkey: "Passkey",
  },
  everyGrant: "Every grant",
  methods: {
    none: "None: a public client",
    client_secret_basic: "Secret in the header",
    client_secret_post: "Secret in the form",
    private_key_jwt: "Signature with its key",
    tls_client_auth: "Certificate issued by an authority",
    self_signed_tls_client_auth: "Self-signed certificate",
  },
  methodFollows: "A secret, or none for a public client",
  consents: {
    always: "Ask at every sign-in",
    remember: "Ask once, and remember the answer",
    skip: "Do not ask",
  },
  consentAbout:
    "The answer holds until the name, the redirect URIs or the scopes of the client change, or the person withdraws it. Tokens of a client that does not ask can read the account of their user and end the user’s sign-ins.",
  secretTitle: "The secret, shown only once",
  secretAbout: "Copy it into the configuration of the application now. It is never shown again.",
  secretNoted: "I have copied it",
  keysInvalid: "This is not a JSON Web Key Set.",
  copyId: "Copy the client ID",
  copySecret: "Copy the client secret",
  roll: "A new secret",
  rollAbout:
    "Give the application the new secret while the current one still works: no sign-in fails meanwhile.",
  overlap: "The current secret keeps working for",
  rollNow: "Make a new secret",
  rollConsequence:
    "The new secret is shown once. An earlier secret that still works ends now; the current one ends when its time is over.",
  previous: "The previous secret still works. It ends",
  endPrevious: "End it now",
  endConsequence: "Programs that still use the previous secret no longer get tokens.",
  previousEnded: "The previous secret has ended",
} as const;
