/** Step by step at the provider: where to click there, and what to enter. Words in quotation marks are those of its pages. */

export const providerGuide = {
  title: "At the provider",
  about: "Step by step, with the values to enter there. Most of them have to be exact.",
  open: "Open its page",
  plain:
    "This service is at an http address. Most providers accept only https: set the base URL first, since the values below are made from it.",
  toBase: "Set the base URL",
  steps: {
    google: [
      "Choose or create a project. Under “Google Auth Platform”, fill in “Branding” and “Audience” once.",
      "Under “Clients”, choose “Create client” and the application type “Web application”.",
      "“Authorized JavaScript origins” may stay empty. Where your organisation asks for one, it is",
      "Enter under “Authorized redirect URIs”",
      "Under “Data Access”, these scopes are enough:",
      "Create it, and copy client ID and client secret into the form below. Google shows the secret once.",
    ],
    entra: [
      "Under “App registrations”, choose “New registration”, with “Accounts in this organizational directory only”.",
      "For “Redirect URI”, choose “Web” and enter",
      "Register it. From “Overview”, copy “Application (client) ID” as client ID and “Directory (tenant) ID” as tenant.",
      "Under “Certificates & secrets”, create a “New client secret” and copy its “Value”, not its ID.",
      "Under “API permissions”, “Microsoft Graph”, “Delegated permissions”, these are enough:",
      "For roles by group: under “Token configuration”, “Add groups claim”, for the ID token. The claim is called",
    ],
    github: [
      "Under “OAuth Apps”, choose “New OAuth app”. For an organisation, start at its “Settings”, “Developer settings”.",
      "Enter as “Homepage URL”",
      "Enter as “Authorization callback URL”",
      "Leave “Enable Device Flow” off, and register it.",
      "Copy “Client ID”, choose “Generate a new client secret”, and copy it. GitHub shows it once.",
      "Scopes are not entered there. People are asked for",
    ],
    gitlab: [
      "Choose “Add new application”. For a group or a whole instance, start at its “Settings”, “Applications”.",
      "Enter as “Redirect URI”",
      "Leave “Confidential” on.",
      "Choose these scopes:",
      "Save it. Copy “Application ID” as client ID, and “Secret”.",
      "For an instance of your own, enter its address as issuer, under “Special cases” of the form below.",
    ],
    apple: [
      "Under “Identifiers” you need an App ID with “Sign in with Apple”. Create one if there is none.",
      "Create a “Services ID”. Its identifier is the client ID in the form below.",
      "Switch “Sign in with Apple” on for it, choose “Configure” and your App ID. Enter under “Domains and Subdomains”",
      "Enter under “Return URLs”",
      "Under “Keys”, create a key with “Sign in with Apple” for that App ID. Note its key ID and download the file; Apple gives it once.",
      "The team ID is under “Membership details”. The text of the file is the client secret.",
    ],
    keycloak: [
      "In the realm, under “Clients”, choose “Create client”, type “OpenID Connect”, with a client ID such as",
      "Switch “Client authentication” and “Standard flow” on, and everything else off.",
      "Enter as “Home URL”",
      "Enter under “Valid redirect URIs”",
      "Save it. The client secret is on the tab “Credentials”.",
      "The issuer is the address of the realm: “issuer” in “OpenID Endpoint Configuration” under “Realm settings”.",
      "For roles: under “Client scopes”, the dedicated scope, “Add mapper”, “User Realm Role”, multivalued and in the ID token, with the claim name",
    ],
    other: [
      "Create a confidential client for the authorization code flow, often called a web application.",
      "Enter as redirect URI, also called callback or reply URL",
      "Where it asks for the address of the application, enter",
      "Allow these scopes:",
      "Copy client ID, client secret and issuer into the form below.",
    ],
  },
} as const;
