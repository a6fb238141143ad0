/** The account page in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { ACCOUNT as EN } from "../en/account.ts";

export const ACCOUNT: Translated<typeof EN> = {
  documentTitle: "{name} : compte",
  signOut: "Se déconnecter",
  none: "Aucun élément",
  more: "et {count} de plus",

  profile: "Profil",
  name: "Nom",
  username: "Nom d’utilisateur",
  usernames: "Noms d’utilisateur",
  email: "Adresse e-mail",
  account: "Compte",
  accountLocal: "Géré par ce service",
  accountForeign: "Géré par un annuaire ou un fournisseur d’identité externe",
  id: "Identifiant",

  access: "Accès",
  roles: "Rôles",
  permissions: "Permissions",

  signingIn: "Connexion",
  password: "Mot de passe",
  passwordSet: "Défini",
  passwordNotSet: "Non défini",
  passwordElsewhere: "Géré ailleurs",
  totp: "Codes à usage unique (TOTP)",
  totpOn: "Activés",
  passkeys: "Clés d’accès",
  apiKeys: "Clés d’API",

  changePassword: "Changer le mot de passe",
  currentPassword: "Mot de passe actuel",
  newPassword: "Nouveau mot de passe",
  repeatPassword: "Répétez le nouveau mot de passe",
  showPassword: "Afficher le mot de passe",
  passwordHint: "Vous serez déconnecté partout et devrez vous reconnecter.",
  pageOutOfDate: "Cette page n’était plus à jour et rien n’a été modifié. Veuillez réessayer.",
  passwordsDiffer: "Les deux nouveaux mots de passe ne sont pas identiques.",
  currentPasswordWrong: "Le mot de passe actuel est incorrect.",
  passwordManagedElsewhere: "Votre mot de passe est géré ailleurs.",
  passwordNotAccepted:
    "Ce mot de passe n’est pas accepté. Il doit compter au moins {count} caractères et ne pas être trop long.",
  passwordOwnWords:
    "Choisissez un mot de passe qui ne se réduise pas à votre nom ou à votre adresse.",
  passwordCommon:
    "Ce mot de passe fait partie de ceux qui sont essayés en premier. Choisissez-en un autre.",
  passwordBreached: "Ce mot de passe a été volé à un autre service. Choisissez-en un autre.",
  signedInAgain: "Merci. Vous pouvez continuer.",
  signInTooOld:
    "Votre connexion date de plus de 10 minutes. Déconnectez-vous puis reconnectez-vous avant d’effectuer cette modification.",
  tooManyAttempts: "Trop de tentatives. Réessayez dans {wait}.",

  identities: "Connexions auprès d’autres services",
  link: "Associer {name}",
  unlink: "Dissocier",
  linkTitle: "Associer {name}",
  linkText: "Connectez-vous chez {name}. Vous reviendrez ensuite à votre compte.",
  linkNext: "Continuer vers {name}",
  lastIdentity: "C’est votre seul moyen de vous connecter à ce compte.",
  identityGone: "Cette connexion n’est plus associée à votre compte.",
  providerUnavailable:
    "Ce fournisseur n’est pas disponible pour le moment. Veuillez réessayer plus tard.",

  passwordChangedTitle: "Mot de passe changé",
  passwordChanged: "Votre mot de passe a été changé",
  passwordChangedText:
    "Vous êtes maintenant déconnecté partout. Connectez-vous avec le nouveau mot de passe pour continuer.",
  signInAgain: "Se connecter",

  administration: "Administration",
  console: "Console",
  consoleText: "Utilisateurs, rôles, applications et tous les paramètres.",
  apiDocumentation: "Documentation de l’API",
  apiDocumentationText:
    "Toutes les routes avec leurs schémas. « Try it out » utilise votre session : aucun jeton n’est nécessaire.",
  apiDescription: "Description de l’API",
  apiDescriptionText: "OpenAPI 3.1, pour les programmes et les clients générés.",
};
