/** Users, service accounts, roles and permissions, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { iam as EN } from "../en/iam.ts";

export const iam: Translated<typeof EN> = {
  name: "Nom",
  names: "Noms d’utilisateur",
  email: "Adresse e-mail",
  roles: "Rôles",
  users: "Utilisateurs",
  resources: "Ressources",
  description: "Description",
  emptyUsers: {
    title: "Aucun utilisateur pour l’instant",
    about: "Créez le premier utilisateur, ouvrez les inscriptions ou connectez un annuaire.",
  },
  emptyServiceAccounts: {
    title: "Aucun compte de service pour l’instant",
    about: "Créez-en un pour chaque programme qui appelle vos services pour son propre compte.",
  },
  emptyRoles: {
    title: "Aucun rôle pour l’instant",
    about: "Un rôle regroupe des permissions, et les utilisateurs reçoivent des rôles.",
  },
  emptyPermissions: {
    title: "Aucune permission pour l’instant",
    about:
      "Une permission indique les hôtes, chemins et méthodes que ses détenteurs peuvent utiliser.",
  },
  emptyLmaps: {
    title: "Aucune correspondance de groupe pour l’instant",
    about:
      "Associez un groupe de l’annuaire à des rôles, et ses membres les obtiennent à la prochaine synchronisation.",
  },
  group: "Groupe",
  deleteMany: "Les enregistrements sélectionnés sont supprimés définitivement.",
  disable: "Désactiver",
  enable: "Activer",
};
