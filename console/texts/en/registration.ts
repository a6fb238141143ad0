/** Texts of initial access tokens. */

export const registration = {
  tokens: "Initial access tokens",
  tokensAbout:
    "A program with such a token may register clients, also while registration asks for one.",
  noTokens: "There are none. Make one for the first program that should register clients.",
  name: "Name",
  nameAbout: "What it is for.",
  lifetime: "Lifetime",
  most: "Registrations",
  mostAbout: "Empty sets no limit.",
  make: "Make a token",
  shownOnce: "The token, shown only once",
  noted: "I have copied it",
  left: "Registrations left",
  unlimited: "No limit",
  expires: "Expires",
  madeBy: "Made by",
  withdraw: "Withdraw",
  withdrawConsequence:
    "Programs with “{name}” cannot register clients any more. Clients that they have registered stay.",
  withdrawn: "Withdrawn",
} as const;
