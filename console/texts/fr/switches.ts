/** Switches of members that say what is off, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { switches as EN } from "../en/switches.ts";

export const switches: Translated<typeof EN> = {
  "ApiKeySettings.disabled": [
    "Clés d’API",
    "Si cette option est désactivée, aucune clé d’API n’est acceptée.",
  ],
  "DeviceSettings.disabled": [
    "Flux d’appareil",
    "Si cette option est désactivée, les appareils ne peuvent pas demander de connexion.",
  ],
  "TokenExchangeSettings.disabled": [
    "Échange de jetons",
    "Si cette option est désactivée, aucun jeton n’est échangé contre un autre.",
  ],
  "TotpSettings.disabled": [
    "Applications d’authentification",
    "Si cette option est désactivée, aucun code n’est demandé et aucune application ne peut être configurée.",
  ],
  "EmailSettings.disabled": [
    "Connexion par e-mail",
    "Si cette option est désactivée, cette connexion est refusée.",
  ],
  "CustomInfoSettings.disabled": [
    "Revendications personnalisées",
    "Si cette option est désactivée, aucun ensemble n’en ajoute.",
  ],
  "AuthorizeSettings.disabled": [
    "Connexion aux applications",
    "Si cette option est désactivée, les applications ne peuvent envoyer personne ici pour se connecter.",
  ],
  "AuthorizeSettings.disable_remember_me": [
    "Proposer « Rester connecté »",
    "Si cette option est désactivée, la page de connexion n’affiche pas ce choix.",
  ],
  "RegistrationSettings.documents.disabled": [
    "URL comme identifiants de client",
    "Si cette option est désactivée, une URL n’est acceptée comme identifiant de client que s’il en existe un enregistrement.",
  ],
  "PasskeySettings.disabled": [
    "Clés d’accès",
    "Si cette option est désactivée, aucune clé d’accès n’est créée ni acceptée.",
  ],
  "PasswordSettings.disabled": [
    "Connexion par mot de passe",
    "Si cette option est désactivée, cette connexion est refusée à tous.",
  ],
  "PasswordSettings.local_disabled": [
    "Mots de passe des utilisateurs locaux",
    "Si cette option est désactivée, ces mots de passe sont refusés.",
  ],
  "PasswordSettings.ldap_disabled": [
    "Mots de passe des utilisateurs de l’annuaire",
    "Si cette option est désactivée, ces mots de passe sont refusés.",
  ],
  "PasswordSettings.ldap_register_disabled": [
    "Comptes pour les nouveaux utilisateurs de l’annuaire",
    "Si cette option est désactivée, les utilisateurs inconnus de l’annuaire ne sont pas créés à leur première connexion.",
  ],
  "LdapConfig.disable_sync": [
    "Synchronisation périodique",
    "Si cette option est désactivée, l’annuaire n’est pas lu à intervalles réguliers.",
  ],
};
