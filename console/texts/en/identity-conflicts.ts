/** Texts about people whose name belongs to another account. */

export const conflicts = {
  title: "Who are these people?",
  about:
    "A directory or provider knows them by an ID that no account here has, but their name belongs to an account. They cannot sign in until you decide.",
  account: "The account that has the name",
  same: "It is the same person",
  sameWhat:
    "{name} gets the account that has the name, with its roles and keys. The new ID takes the place of the old one.",
  other: "It is another person",
  otherWhat:
    "The account gives up the name and its sessions end. {name} gets an account of their own at the next sign-in or sync. Applications that know people by name see the newcomer under it.",
  leftWhat:
    "The account gives up its names, its sessions end and it is disabled. {name} gets an account of their own at the next sign-in or sync. Applications that know people by name see the newcomer under it.",
  decided: "Decided",
  reasons: {
    other_id: "the account is known by another ID there",
    other_source: "the account comes from another directory or provider",
    no_id: "the account is known by an ID, and the directory shows none of that kind",
    several_accounts: "the IDs belong to several accounts",
    renamed: "a known person has this new name",
    address: "the account has this email address",
  },
} as const;
