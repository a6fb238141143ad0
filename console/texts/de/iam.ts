/** Texts of users, service accounts, roles and permissions; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { iam as EN } from "../en/iam.ts";

export const iam: Translated<typeof EN> = {
  name: "Name",
  names: "Benutzernamen",
  email: "E-Mail",
  roles: "Rollen",
  users: "Benutzer",
  resources: "Ressourcen",
  description: "Beschreibung",
  emptyUsers: {
    title: "Noch keine Benutzer",
    about:
      "Legen Sie den ersten Benutzer an, erlauben Sie die Registrierung oder verbinden Sie ein Verzeichnis.",
  },
  emptyServiceAccounts: {
    title: "Noch keine Dienstkonten",
    about: "Legen Sie eines für jedes Programm an, das Ihre Dienste im eigenen Namen aufruft.",
  },
  emptyRoles: {
    title: "Noch keine Rollen",
    about: "Eine Rolle bündelt Berechtigungen, und Benutzer erhalten Rollen.",
  },
  emptyPermissions: {
    title: "Noch keine Berechtigungen",
    about: "Eine Berechtigung nennt Hosts, Pfade und Methoden, die ihre Inhaber nutzen dürfen.",
  },
  emptyLmaps: {
    title: "Noch keine Zuordnungen",
    about:
      "Ordnen Sie einer Verzeichnisgruppe Rollen zu; ihre Mitglieder erhalten sie beim nächsten Abgleich.",
  },
  group: "Gruppe",
  deleteMany: "Die ausgewählten Einträge werden endgültig gelöscht.",
  disable: "Deaktivieren",
  enable: "Aktivieren",
};
