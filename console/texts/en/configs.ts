/** What the empty lists of config records say. */

export const configs = {
  clients: {
    title: "No clients yet",
    about: "Register the first application that should sign people in through this service.",
  },
  providers: {
    title: "No upstream providers yet",
    about:
      "Add Google, Microsoft Entra, GitHub, Keycloak or any other provider that people already have an account with.",
  },
  ldap: {
    title: "No directory yet",
    about:
      "Connect an LDAP or Active Directory server, and its people can sign in with their own password.",
  },
  saml: {
    title: "No SAML providers yet",
    about: "Add the metadata of an identity provider such as AD FS, Okta or Keycloak.",
  },
} as const;
