/** Texts of upstream and SAML providers. */
import { SAML_CHECKS } from "../../../src/web/texts/en/saml-checks.ts";

export const federation = {
  choosePreset: "Where do people already have an account?",
  presets: {
    google: ["Google", "Client ID and secret are enough."],
    entra: ["Microsoft Entra", "With the directory (tenant) ID."],
    github: ["GitHub", "Client ID and secret are enough."],
    gitlab: ["GitLab", "Client ID and secret are enough."],
    apple: ["Apple", "With team, key ID and key."],
    keycloak: ["Keycloak", "With the address of the realm."],
    other: [
      "Another provider",
      "OpenID Connect with its issuer, or with addresses entered by hand.",
    ],
  },
  providerIdHint: "Part of the callback address. It cannot be changed later.",
  providerSections: {
    client: ["Client", "What the provider gave you for this service."],
    people: ["People", "Who a person is here, and which roles they get."],
    addresses: [
      "Addresses",
      "Those left empty are read from the discovery document of the issuer.",
    ],
    demands: [
      "Demands",
      "What is asked of the provider for a sign-in, and what its levels mean here.",
    ],
    peculiarities: ["Special cases", "Scopes, and how the client authenticates."],
  },
  atProvider: "To enter at the provider",
  test: "Test",
  testAbout:
    "Reads the provider’s documents and keys, and asks whether it knows our client. Tests what is saved; nothing is changed.",
  runTest: "Test this provider",
  providerChecks: { record: "Record and documents", keys: "Keys", client: "Client and secret" },
  claimValue: "Value of the claim",
  taken: "This value is already in the list.",
  samlIdHint: "Part of the addresses below. It cannot be changed later.",
  samlAbout: "Most providers read all of it from the metadata.",
  samlMetadata: "Metadata and entity ID",
  samlAcs: "Assertion consumer (ACS)",
  samlLogin: "Sign-in link",
  samlSections: {
    metadata: [
      "Metadata of the provider",
      "Its address, or the document itself in place of the address.",
    ],
    people: ["People", "Who a person is here, and which roles they get."],
    request: ["Requests", "Only if the provider requires it."],
  },
  samlTestAbout:
    "Reports every check of a real response. No user is created, and no one is signed in.",
  samlBegin: "Begin a test sign-in",
  samlGo: "Sign in at the provider within ten minutes; the page after it is the report.",
  samlOpen: "Open the provider in a new window",
  samlResponse: "Response of the provider",
  samlResponseAbout: "The value of SAMLResponse, in base64.",
  samlCheck: "Check this response",
  samlChecks: SAML_CHECKS,
  samlAlias: "Would be the user",
  samlRoles: "Would get the roles",
  certificate: "Our certificate",
  certificateAbout:
    "Signs requests to providers that want them signed. It is part of our metadata.",
  certificateNow: "In use",
  certificateLater: "Created at its first use",
  certificateNext: "Next one is published",
  nextAbout:
    "The metadata has both certificates. Activate the next one when every provider has read the metadata again.",
  copyCertificate: "Copy the certificate",
  copyNext: "Copy the next certificate",
  prepare: "Prepare the next certificate",
  prepareConsequence:
    "Publishes a second certificate in the metadata. Requests are signed with the current one until the next is activated.",
  prepareAgain:
    "Replaces the next certificate. Providers that have already read it have to read the metadata again.",
  activate: "Activate the next certificate",
  activateConsequence:
    "Signs with the next certificate from now on and forgets the current one. Providers that have not read it refuse signed requests.",
  certificateDone: {
    prepare: "The next certificate is published",
    activate: "The next certificate is in use",
  },
  encryption: {
    title: "Key for encryption",
    about:
      "The provider encrypts with the certificate in the metadata of this record. Its key is never shown.",
    now: "In use",
    next: "Next one is published",
    toDo: "Both keys decrypt now. Before the next one is activated, at the provider:",
    read: "Have it read our metadata again, or enter the second certificate for encryption by hand:",
    choose: "Make sure that it encrypts for the second certificate only.",
    try: "Sign in once. It works with either key, so that neither side waits for the other.",
    prepare: "Prepare the next key",
    prepareConsequence:
      "Publishes a second key in the metadata of this record. What is encrypted for the current one is decrypted as before.",
    prepareAgain:
      "Replaces the next key. A provider that already encrypts for it has to read the metadata again; until then its sign-ins are refused.",
    activate: "Activate the next key",
    activateConsequence:
      "Decrypts only with the next key from now on and forgets the current one. Sign-ins at a provider that still encrypts for the current one are refused.",
    done: { prepare: "The next key is published", activate: "The next key is in use" },
  },
  metadataFile: "Choose the metadata file",
} as const;
