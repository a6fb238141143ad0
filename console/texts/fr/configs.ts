/** What the empty lists of config records say, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { configs as EN } from "../en/configs.ts";

export const configs: Translated<typeof EN> = {
  clients: {
    title: "Aucun client pour l’instant",
    about:
      "Enregistrez la première application dont les utilisateurs se connecteront par ce service.",
  },
  providers: {
    title: "Aucun fournisseur externe pour l’instant",
    about:
      "Ajoutez Google, Microsoft Entra, GitHub, Keycloak ou tout autre fournisseur auprès duquel les utilisateurs ont déjà un compte.",
  },
  ldap: {
    title: "Aucun annuaire pour l’instant",
    about:
      "Connectez un serveur LDAP ou Active Directory, et ses utilisateurs pourront se connecter avec leur propre mot de passe.",
  },
  saml: {
    title: "Aucun fournisseur SAML pour l’instant",
    about:
      "Ajoutez les métadonnées d’un fournisseur d’identité, par exemple AD FS, Okta ou Keycloak.",
  },
};
