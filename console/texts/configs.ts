/** What the empty lists of config records say. */
import { catalogue } from "./catalogue.ts";

export const CONFIGS = catalogue({
  en: {
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
  },
  de: {
    clients: {
      title: "Noch keine Clients",
      about: "Registrieren Sie die erste Anwendung, die über diesen Dienst anmelden soll.",
    },
    providers: {
      title: "Noch keine externen Anbieter",
      about:
        "Fügen Sie Google, Microsoft Entra, GitHub, Keycloak oder einen anderen Anbieter hinzu, bei dem die Personen schon ein Konto haben.",
    },
    ldap: {
      title: "Noch kein Verzeichnis",
      about:
        "Verbinden Sie einen LDAP- oder Active-Directory-Server, und dessen Personen melden sich mit ihrem eigenen Passwort an.",
    },
    saml: {
      title: "Noch keine SAML-Anbieter",
      about:
        "Fügen Sie die Metadaten eines Identitätsanbieters wie AD FS, Okta oder Keycloak hinzu.",
    },
  },
});
