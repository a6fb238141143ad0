/** Texts about administrators with fewer rights: what one may do, and giving it. */

export const rights = {
  seenOnly: "You can look at this, but only administrators with the right to do so can change it.",
  notYours: "That page is for other administrators. These are your rights.",
  about: {
    read: ["See everything", "People, clients, settings and findings; no secrets, and no change."],
    support: [
      "Help people to sign in",
      "Send the email for a new password, remove a second factor or passkey, end sign-ins, suspend and resume.",
    ],
    people: [
      "Look after people",
      "Create, change, invite and delete accounts, set passwords, give and take away the roles below.",
    ],
    clients: [
      "Look after clients",
      "Only clients that ask for consent; not those that manage this service or skip consent, and not who may use them.",
    ],
    providers: [
      "Look after providers",
      "Names, secrets, switching on and off, and testing; not whom they sign in.",
    ],
    settings: [
      "Look after the pages",
      "Name, logo, colours, what people can change in their own account, common passwords.",
    ],
  },
  administrators:
    "The accounts of administrators, your own among them, are changed by full administrators.",
  ofAll: "All people",
  of: "People with one of these roles:",
  gives: "Roles that you can give and take away:",
  givesNone: "You cannot give or take away roles.",
  open: "Open",
  title: "Administrators with fewer rights",
  hint: "What the holders of a role may do without the permission above. None of them can change the account of an administrator, or give themselves more rights.",
  grant: "Rights of a role",
  add: "Give rights to a role",
  remove: "Remove",
  role: "Role",
  roleHint: "Its holders, including temporary ones, may do the following.",
  may: "May",
  whom: "Which people",
  everyone: "All people",
  some: "Only people with one of these roles",
  someRoles: "Roles of these people",
  given: "Roles to give and take away",
  givenHint: "Roles of administrators are never given, even if they are in this list.",
  unfinished:
    "Choose a role and at least one right; with “Only people with one of these roles”, choose one of those, too.",
} as const;
