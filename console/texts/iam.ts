/** Texts of users, service accounts, roles and permissions. */
import { catalogue } from "./catalogue.ts";

export const IAM = catalogue({
  en: {
    name: "Name",
    names: "Usernames",
    email: "Email",
    roles: "Roles",
    users: "Users",
    resources: "Resources",
    description: "Description",
    emptyUsers: {
      title: "No users yet",
      about: "Create the first user, let people sign up, or connect a directory.",
    },
    emptyServiceAccounts: {
      title: "No service accounts yet",
      about: "Create one for each program that calls your services on its own behalf.",
    },
    emptyRoles: {
      title: "No roles yet",
      about: "A role bundles permissions, and users get roles.",
    },
    emptyPermissions: {
      title: "No permissions yet",
      about: "A permission names hosts, paths and methods that its holders may use.",
    },
    emptyLmaps: {
      title: "No group maps yet",
      about: "Map a directory group to roles, and its members get them at the next sync.",
    },
    group: "Group",
    deleteMany: "The selected records are deleted for good.",
    disable: "Disable",
    enable: "Enable",
  },
  de: {
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
        "Ordnen Sie einer Verzeichnisgruppe Rollen zu; ihre Mitglieder erhalten sie bei der nächsten Synchronisierung.",
    },
    group: "Gruppe",
    deleteMany: "Die ausgewählten Datensätze werden endgültig gelöscht.",
    disable: "Deaktivieren",
    enable: "Aktivieren",
  },
});
