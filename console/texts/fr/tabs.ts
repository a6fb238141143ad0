/** Names of the pages, and in one sentence what each is for; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { tabs as EN } from "../en/tabs.ts";

export const tabs: Translated<typeof EN> = {
  overview: ["Vue d’ensemble", "Ce qu’il y a ici, ce qui demande votre attention, et la charge."],
  "first-steps": ["Premiers pas", "De la première connexion à votre propre application."],
  branding: [
    "Identité visuelle",
    "Nom, logo, couleur et lien d’assistance que voient les utilisateurs.",
  ],
  rights: [
    "Ce que vous pouvez faire",
    "Vos droits d’administration et les pages qui leur correspondent.",
  ],
  account: [
    "Mon compte",
    "Qui vous êtes ici, comment vous vous connectez et où vous êtes connecté.",
  ],
  device: [
    "Connexion d’un appareil",
    "Approuver un téléviseur, une console ou un programme qui affiche un code.",
  ],
  users: ["Utilisateurs", "Les personnes qui peuvent se connecter."],
  "service-accounts": [
    "Comptes de service",
    "Programmes qui se connectent avec un secret ou un certificat.",
  ],
  roles: ["Rôles", "Ensembles de permissions, qui peuvent contenir d’autres rôles."],
  permissions: ["Permissions", "Quelles requêtes sont autorisées : hôtes, chemins et méthodes."],
  lmaps: ["Correspondances de groupes", "Quels rôles donnent les groupes d’un annuaire."],
  ldap: ["LDAP", "Annuaires dont les utilisateurs peuvent se connecter."],
  clients: ["Clients", "Applications dont les utilisateurs se connectent par ce service."],
  providers: [
    "Fournisseurs externes",
    "Fournisseurs OAuth 2.0 et OpenID Connect avec lesquels on peut se connecter.",
  ],
  saml: ["SAML", "Fournisseurs d’identité SAML 2.0 avec lesquels on peut se connecter."],
  "oauth2-overview": [
    "OAuth 2.0",
    "Adresses, durées de vie, connexion, clé de signature : tout sur l’émetteur, enregistré ensemble.",
  ],
  "session-providers": [
    "Fournisseurs de session",
    "À qui la page de connexion et le middleware de session font confiance.",
  ],
  authorize: [
    "Autorisation",
    "La page de connexion, le consentement et les connexions mémorisées.",
  ],
  registration: ["Enregistrement", "Clients qui s’enregistrent eux-mêmes."],
  passkey: ["Clés d’accès", "Sites, vérification et proposition d’en créer une."],
  password: [
    "Mots de passe",
    "Quels utilisateurs peuvent se connecter avec un mot de passe, et les règles applicables.",
  ],
  token: ["Jetons", "Durées de vie des jetons d’accès, d’identité et d’actualisation."],
  "api-keys": ["Clés d’API", "Clés pour des programmes, et qui peut en créer."],
  email: ["E-mail", "Le relais de messagerie et les e-mails envoyés."],
  signup: ["Inscription et réinitialisation", "Nouveaux comptes et mots de passe oubliés."],
  accounts: ["Invitations", "Inviter par e-mail et voir la suite."],
  import: [
    "Import de personnes",
    "Des comptes d’un fichier, avec les mots de passe actuels des personnes.",
  ],
  mtls: ["Certificats clients", "TLS mutuel pour les comptes de service et les clients."],
  "second-factor": [
    "Qui a besoin de deux facteurs",
    "Pour qui un second facteur est obligatoire, et à partir de quand.",
  ],
  totp: [
    "Applications d’authentification",
    "Codes à usage unique d’une application, comme second facteur.",
  ],
  "sign-ins": [
    "Rester connecté",
    "Combien de temps on reste connecté, même sans activité, et à combien d’endroits.",
  ],
  outgoing: [
    "Copie d’un service",
    "Une copie restaurée n’envoie rien d’elle-même tant que vous ne l’autorisez pas.",
  ],
  "custom-info": [
    "Revendications personnalisées",
    "Ensembles de revendications pour userinfo, créés avec des modèles.",
  ],
  "device-settings": ["Flux d’appareil", "Durée de vie et intervalle des codes d’appareil."],
  "token-exchange": [
    "Échange de jetons",
    "Comment un service obtient un jeton plus restreint pour le suivant.",
  ],
  flows: [
    "Méthodes de connexion",
    "Ce que fait chaque méthode de connexion avec les paramètres actuels.",
  ],
  check: ["Contrôle d’accès", "Cet utilisateur peut-il faire cette requête, et pourquoi ?"],
  audit: ["Journal d’audit", "Qui a fait quoi, d’où, et ce qui a changé."],
  webhooks: ["Webhooks", "Des événements envoyés à d’autres programmes."],
  "token-inspector": ["Inspecteur de jetons", "Ce qu’est un jeton, et pourquoi il est refusé."],
  docs: ["Intégration", "Adresses et extraits de code pour vos applications."],
  admin: [
    "Administrateurs",
    "Qui peut tout modifier ici, et qui ne peut en modifier qu’une partie.",
  ],
  cache: [
    "Cache et codes",
    "Comment les instances prennent connaissance des modifications, et où sont conservés les codes à usage unique.",
  ],
  configuration: [
    "Configuration sous forme de code",
    "Exporter la configuration en un document, et en appliquer un.",
  ],
  encryption: ["Chiffrement", "La clé qui chiffre tous les secrets de la base de données."],
};
