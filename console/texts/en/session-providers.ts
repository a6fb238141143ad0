/** Texts of session providers and their groups. */

export const sessionProviders = {
  tree: "Providers and groups",
  topLevel: "Providers",
  groups: "Groups",
  noProviders: "None yet. Add the first one.",
  addProvider: "New provider",
  addGroup: "New group",
  addOwn: "Provider of this group alone",
  add: "Add",
  hidden: "Hidden",
  shown: "Shown",
  asThere: "As there",
  inherited: "inherited",
  choose: "Choose a provider or a group, or add one.",
  of: "Of the group {group} alone",
  problems: {
    taken: "This name is in use.",
    groupLetters: "Without / ? # % and spaces.",
    keyLetters: "Without / ? # % and spaces.",
  },
  removeProvider: "Remove",
  removeConsequence:
    "When you save, people cannot sign in by “{name}” any more, and its sessions end.",
  removeHeirs:
    "When you save, people cannot sign in by “{name}” any more, also in the groups {groups}, and its sessions end.",
  removeGroup: "Remove the group",
  removeGroupConsequence:
    "When you save, sessions that use the group “{name}” have no providers any more. Providers of this group alone are removed, too.",
  groupAbout: "A session that names this group has these providers alone.",
  copyAddress: "Copy the address of the group",
  inherit: "Taken from the providers",
  inheritAbout: "They stay as they are defined there; only whether they are shown can differ.",
  hideOf: "Whether {name} is shown on the sign-in page",
  giveBack: "Do not take {name}",
  wiring: "How a session uses them",
  wiringAbout: "The service itself uses all providers without any configuration.",
  inProcess: "In the same process, with the group staff",
  elsewhere: "In another process, with an administrator’s credential",
} as const;
