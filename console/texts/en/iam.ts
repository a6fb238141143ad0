/** Texts of users, service accounts, roles and permissions. */

export const iam = {
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
} as const;
