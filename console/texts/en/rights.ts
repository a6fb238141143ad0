/** Texts about administrators with fewer rights: what one may do, and giving it. */

export const rights = {
  seenOnly: "You can look at this. Changing it is for administrators with that right.",
  notYours: "That page is for other administrators. These are your rights.",
  about: {
    read: ["See everything", "People, clients, settings and findings; no secrets, and no change."],
    support: [
      "Help people to sign in",
      "Send the mail that replaces a password, remove a second factor or passkey, end sign-ins, suspend and resume.",
    ],
    people: [
      "Look after people",
      "Make, change, invite and delete accounts, set passwords, give and take the roles below.",
    ],
    clients: [
      "Look after clients",
      "Those that people are asked about; not those that manage or skip the question.",
    ],
    providers: [
      "Look after providers",
      "Names, secrets, switching off and trying; not whom they sign in.",
    ],
    settings: [
      "Look after the pages",
      "Name, logo, colours, what people change of their own account, common passwords.",
    ],
  },
  administrators:
    "The accounts of administrators, your own among them, are changed by full administrators.",
  ofAll: "All people",
  of: "People with one of these roles:",
  gives: "You give and take these roles:",
  givesNone: "You give and take no roles.",
  open: "Open",
  title: "Administrators with fewer rights",
  hint: "What the holders of a role may do without the permission above. No one of them reaches the account of an administrator, or makes themselves more.",
  grant: "Rights of a role",
  add: "Give rights to a role",
  remove: "Remove",
  role: "Role",
  roleHint: "Its holders, also those for a time, may do the following.",
  may: "May",
  whom: "Which people",
  everyone: "All people",
  some: "Only people with one of these roles",
  someRoles: "Roles of these people",
  given: "Roles to give and take",
  givenHint: "Roles that administer are never given, even if they are in this list.",
  unfinished: "Choose a role and at least one right, and with “only people” a role of theirs.",
} as const;
