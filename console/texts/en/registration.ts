/** Texts of initial access tokens. */

export const registration = {
  tokens: "Initial access tokens",
  tokensAbout:
    "A program with such a token can register clients, even when registration requires one.",
  noTokens: "There are none. Create one for the first program that should register clients.",
  name: "Name",
  nameAbout: "What it is for.",
  lifetime: "Lifetime",
  most: "Registrations",
  mostAbout: "Empty: no limit.",
  make: "Create a token",
  shownOnce: "The token, shown only once",
  noted: "I have copied it",
  left: "Registrations left",
  unlimited: "No limit",
  expiry: "Expiry",
  madeBy: "Created by",
  withdraw: "Withdraw",
  withdrawConsequence:
    "Programs with “{name}” can no longer register clients. Clients that they have registered stay.",
  withdrawn: "Withdrawn",
} as const;
