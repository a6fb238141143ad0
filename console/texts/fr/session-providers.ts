/** Session providers and their groups, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { sessionProviders as EN } from "../en/session-providers.ts";

export const sessionProviders: Translated<typeof EN> = {
  tree: "Fournisseurs et groupes",
  topLevel: "Fournisseurs",
  groups: "Groupes",
  noProviders: "Aucun pour l’instant. Ajoutez le premier.",
  addProvider: "Nouveau fournisseur",
  addGroup: "Nouveau groupe",
  addOwn: "Fournisseur propre à ce groupe",
  add: "Ajouter",
  hidden: "Masqué",
  shown: "Affiché",
  asThere: "Comme au niveau supérieur",
  inherited: "hérité",
  choose: "Choisissez un fournisseur ou un groupe, ou ajoutez-en un.",
  of: "Propre au groupe {group}",
  problems: {
    taken: "Ce nom est déjà utilisé.",
    groupLetters: "Sans / ? # % ni espaces.",
    keyLetters: "Sans / ? # % ni espaces.",
  },
  removeProvider: "Supprimer",
  removeConsequence:
    "Lorsque vous enregistrez, on ne peut plus se connecter par « {name} », et ses sessions se terminent.",
  removeHeirs:
    "Lorsque vous enregistrez, on ne peut plus se connecter par « {name} », y compris dans les groupes {groups}, et ses sessions se terminent.",
  removeGroup: "Supprimer le groupe",
  removeGroupConsequence:
    "Lorsque vous enregistrez, les sessions qui utilisent le groupe « {name} » n’ont plus de fournisseurs. Les fournisseurs propres à ce groupe sont supprimés aussi.",
  groupAbout: "Une session qui désigne ce groupe n’a que ces fournisseurs.",
  copyAddress: "Copier l’adresse du groupe",
  inherit: "Repris des fournisseurs",
  inheritAbout: "Ils restent tels qu’ils y sont définis ; seul leur affichage peut différer.",
  hideOf: "Affichage sur la page de connexion : {name}",
  giveBack: "Ne pas reprendre {name}",
  wiring: "Comment une session les utilise",
  wiringAbout: "Le service lui-même utilise tous les fournisseurs sans aucune configuration.",
  inProcess: "Dans le même processus, avec le groupe staff",
  elsewhere: "Dans un autre processus, avec les données d’authentification d’un administrateur",
  styles: ["En-tête Basic", "Secret comme jeton porteur", "Paramètres de l’URL"],
  parts: {
    page: [
      "Sur la page de connexion",
      "Son nom et sa place, et le service de ce processus qu’il représente.",
    ],
    ways: ["Moyens de connexion", "Ce que la page de connexion propose avec lui."],
    elsewhere: ["OAuth 2.0", "Notre client et les adresses d’un fournisseur externe."],
    people: [
      "Qui sont les personnes",
      "Quelles revendications désignent une personne, et ce que les applications reçoivent.",
    ],
    connection: ["Liaison", "Notre client chez le fournisseur et les adresses d’une connexion."],
    accepted: ["Jetons acceptés", "En plus de ceux pour notre client."],
    signOut: [
      "Déconnexion",
      "Comment une déconnexion ici met fin à la session chez le fournisseur, et inversement.",
    ],
    others: ["Autres adresses", "Seulement si le fournisseur en a."],
  },
};
