/** Directories and what their groups give, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { directory as EN } from "../en/directory.ts";

export const directory: Translated<typeof EN> = {
  idHint:
    "Un nom court. Si plusieurs enregistrements sont activés, le premier dans l’ordre des identifiants est utilisé.",
  pinnedAddress:
    "La configuration de cette instance décide de l’adresse : {source}. Les adresses des enregistrements n’ont aucun effet sur elle.",
  sections: {
    connection: ["Connexion", "Où se trouve l’annuaire, et le compte qui y fait les recherches."],
    users: [
      "Utilisateurs",
      "Sous quelle entrée ils se trouvent, et lesquels peuvent se connecter.",
    ],
    groups: ["Groupes", "Leurs membres obtiennent les rôles de la correspondance de groupe."],
    sync: ["Synchronisation", "À quelle fréquence les rôles suivent l’annuaire."],
    attributes: [
      "Attributs des utilisateurs",
      "Seulement s’ils diffèrent des attributs habituels.",
    ],
    trust: ["Autorité de certification", "Seulement si le système ne la connaît pas."],
  },
  test: "Tester cet annuaire",
  testAbout:
    "Se connecte, s’authentifie (bind) et recherche avec ce qui est enregistré. Rien n’est modifié.",
  testUser: "Nom d’utilisateur",
  testUserAbout: "Facultatif : recherche une personne et ses groupes.",
  runTest: "Tester",
  steps: { connect: "Connexion", bind: "Bind", user: "Utilisateur", groups: "Groupes" },
  group: "Groupe",
  groupAbout: "Tel que l’annuaire le nomme.",
  roles: "Rôles",
  rolesAbout:
    "Les membres du groupe les obtiennent à la prochaine synchronisation et à chaque connexion.",
  oneAbout: "Groupe de l’annuaire, et les rôles qu’il donne.",
  notMapped: "Sans correspondance",
  searchExact: "Nom exact d’un groupe",
  noMaps: "Aucun groupe ne donne encore de rôles",
  noMapsAbout:
    "Associez vous-même un groupe de l’annuaire à des rôles, ou lancez une synchronisation ci-dessous.",
  deleteMaps: "Les membres de ces groupes perdent les rôles à la prochaine synchronisation.",
  deleteMap: "Les membres de « {name} » perdent ses rôles à la prochaine synchronisation.",
  live: "Dans l’annuaire",
  liveAbout: "Les groupes que l’annuaire contient en ce moment.",
  inactive: "Aucun annuaire n’est connecté",
  toDirectories: "Connecter un annuaire",
  sync: "Synchroniser maintenant",
  forceSync: "Synchroniser et remplacer",
  forceConsequence:
    "Remplace aussi les noms d’utilisateur et les profils des utilisateurs de l’annuaire par ce que dit l’annuaire. Ce qui a été modifié ici à la main est perdu.",
  noGroups: "Les recherches de groupes de l’annuaire n’ont rien trouvé.",
  filterGroups: "Filtrer les groupes",
  members: "Membres",
  map: "Associer à des rôles",
  change: "Modifier",
  kinds: { none: "Aucune", automatic: "Par synchronisation", explicit: "Manuelle" },
  firstOf: "Les {shown} premiers sur {total}. Filtrez pour en voir d’autres.",
  synced: "La synchronisation est terminée",
  nothingChanged: "Il n’y avait rien à modifier.",
  report: {
    groups: "Groupes",
    members: "Membres",
    roles_created: "Rôles créés",
    maps_created: "Groupes associés",
    users_created: "Utilisateurs créés",
    users_updated: "Utilisateurs mis à jour",
    users_cleared: "Utilisateurs qui ne sont plus dans aucun groupe",
    untouched: "Laissés tels quels : utilisateurs locaux et comptes de service",
    onto_existing: "Groupes qui donnent désormais un rôle déjà existant",
    without_map: "Groupes à associer à la main",
    users_left: "Utilisateurs partis : refusés désormais",
    users_returned: "Utilisateurs de retour",
    leavers_held: "Utilisateurs partis, trop nombreux à la fois : pas encore refusés",
    ambiguous:
      "Noms communs à plusieurs groupes : ils ne donnent de rôles que par une correspondance du DN",
    conflicts: "Le nom ou l’adresse e-mail appartient à un autre compte",
    without_id: "Utilisateurs sans entrée dans l’annuaire, pas encore connus par un identifiant",
    kept: "Gardent leurs rôles, sinon il ne resterait aucun administrateur",
  },
};
