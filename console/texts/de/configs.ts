/** What the empty lists of config records say; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { configs as EN } from "../en/configs.ts";

export const configs: Translated<typeof EN> = {
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
    about: "Fügen Sie die Metadaten eines Identitätsanbieters wie AD FS, Okta oder Keycloak hinzu.",
  },
};
