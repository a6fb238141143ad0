/** Texts of the page of custom claims. */

export const customInfo = {
  addresses: "Addresses of the set {set}",
  addressesAbout: "A client that reads its claims from these addresses gets those of this set.",
  userinfo: "Userinfo",
  discovery: "Discovery document",
  preview: "Preview",
  previewAbout:
    "What userinfo would answer with the templates above, saved or not. The sample is sent to this service only, and is not stored.",
  noSets: "There are no sets yet: add one above, with a template for each claim.",
  set: "Set",
  claims: "Claims of the token (sample)",
  user: "User (sample)",
  show: "Show the answer",
  answer: "Answer",
} as const;
