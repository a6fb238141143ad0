/** Words by which people look for a page that does not have them in its name; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { searchWords as EN } from "../en/search-words.ts";

export const searchWords: Translated<typeof EN> = {
  overview: "état santé diagnostic problèmes version instances",
  "first-steps": "démarrage installation débuter",
  check: "autorisé interdit 403 pourquoi accès tester",
  "token-inspector": "jwt décoder inspecter jeton revendications",
  account: "profil mot de passe changer clé déconnexion sessions codes de récupération mfa 2fa",
  device: "téléviseur code approuver cli",
  users:
    "personnes compte ajouter importer suspendre bloquer désactiver réinitialiser mot de passe déconnexion",
  accounts: "inviter invitation courriel personnes",
  import: "csv keycloak export migrer déménager hachage téléverser utilisateurs ndjson",
  "service-accounts": "machine robot client credentials m2m bot ci",
  roles: "groupes rbac droits",
  permissions: "règles acl droits hôtes chemins méthodes rbac",
  "api-keys": "clé api accès programme secret renouveler",
  audit:
    "log historique trace qui s’est connecté dernière connexion échec refusé adresse IP SIEM",
  admin: "administrateur droits root",
  flows: "connexion méthodes",
  password: "politique de mots de passe règles longueur fuite force verrouillage",
  passkey: "webauthn fido2 biométrie clé de sécurité yubikey",
  "second-factor": "mfa 2fa obligatoire imposer deux facteurs",
  totp: "mfa 2fa application authenticator code à usage unique otp codes de récupération",
  email: "smtp courriel relais expéditeur modèle lien magique code",
  "sign-ins": "session délai inactivité durée maximale simultanées limite",
  signup: "inscription créer un compte réinitialisation mot de passe oublié vérification",
  authorize: "session délai expiration page de connexion mémoriser sso durée",
  providers:
    "google microsoft entra azure github gitlab apple keycloak okta oidc connexion sociale fournisseur d’identité idp",
  saml: "sso idp adfs okta shibboleth métadonnées fournisseur d’identité",
  webhooks: "événements callback HTTP SIEM notification HMAC signature",
  ldap: "active directory ad openldap annuaire bind synchronisation",
  lmaps: "groupes ldap ad annuaire synchronisation correspondance",
  "session-providers": "confiance boutons de connexion middleware passerelle",
  clients:
    "application oauth oidc redirection callback secret renouveler déconnexion sso consentement",
  docs: "exemple code nginx caddy spring express intégrer",
  registration: "enregistrement dynamique dcr mcp jeton initial",
  "oauth2-overview": "émetteur url de base clé de signature renouveler rotation jwks redirection",
  token: "session délai expiration durée jeton d’accès actualisation déconnexion après",
  "custom-info": "revendications userinfo attributs modèle",
  mtls: "certificat client tls x509",
  "device-settings": "code d’appareil téléviseur cli",
  "token-exchange": "rfc 8693 délégation",
  branding: "logo couleur thème nom",
  cache: "redis codes réplication",
  configuration: "exporter importer appliquer yaml gitops code",
  encryption: "clé de chiffrement renouveler secrets",
};
