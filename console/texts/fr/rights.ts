/** Texts about administrators with fewer rights, in French. */
import type { Texts } from "../en/index.ts";

export const rights: Texts["rights"] = {
  seenOnly:
    "Vous pouvez consulter ceci. Seuls les administrateurs qui en ont le droit peuvent le modifier.",
  notYours: "Cette page est destinée à d’autres administrateurs. Voici vos droits.",
  about: {
    read: [
      "Tout voir",
      "Personnes, clients, paramètres et constats ; aucun secret, aucune modification.",
    ],
    support: [
      "Aider les personnes à se connecter",
      "Envoyer l’e-mail pour choisir un nouveau mot de passe, retirer un second facteur ou une clé d’accès, mettre fin aux connexions, suspendre et rétablir.",
    ],
    people: [
      "Gérer les personnes",
      "Créer, modifier, inviter et supprimer des comptes, définir des mots de passe, donner et retirer les rôles ci-dessous.",
    ],
    clients: [
      "Gérer les clients",
      "Seulement les clients qui demandent le consentement ; pas ceux qui administrent ce service ou qui ne le demandent pas, ni le choix de qui peut les utiliser.",
    ],
    providers: [
      "Gérer les fournisseurs",
      "Noms, secrets, activation, désactivation et tests ; pas les personnes qu’ils connectent.",
    ],
    settings: [
      "Gérer les pages",
      "Nom, logo, couleurs, ce que chacun peut modifier dans son propre compte, mots de passe courants.",
    ],
  },
  administrators:
    "Les comptes des administrateurs, le vôtre compris, ne peuvent être modifiés que par les administrateurs à part entière.",
  ofAll: "Toutes les personnes",
  of: "Les personnes qui ont l’un de ces rôles :",
  gives: "Rôles que vous pouvez donner et retirer :",
  givesNone: "Vous ne pouvez ni donner ni retirer de rôle.",
  open: "Ouvrir",
  title: "Administrateurs aux droits réduits",
  hint: "Ce que les détenteurs d’un rôle peuvent faire sans la permission ci-dessus. Aucun d’eux ne peut modifier le compte d’un administrateur ni étendre ses propres droits.",
  grant: "Droits d’un rôle",
  add: "Donner des droits à un rôle",
  remove: "Retirer",
  role: "Rôle",
  roleHint: "Ses détenteurs, même temporaires, peuvent faire ce qui suit.",
  may: "Peut",
  whom: "Quelles personnes",
  everyone: "Toutes les personnes",
  some: "Seulement les personnes qui ont l’un de ces rôles",
  someRoles: "Rôles de ces personnes",
  given: "Rôles à donner et à retirer",
  givenHint: "Un rôle d’administrateur n’est jamais donné, même s’il figure dans cette liste.",
  unfinished:
    "Choisissez un rôle et au moins un droit, et, avec « Seulement les personnes qui ont l’un de ces rôles », l’un de ces rôles.",
};
