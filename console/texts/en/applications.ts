/** Texts of connected applications. */

export const applications = {
  title: "Connected applications",
  ownText:
    "You have allowed these applications to use your account. When you withdraw it, the application is signed out and asks you the next time.",
  noneOwn: "You have allowed no application that remembers it.",
  noneOfUser: "The user has allowed no application that remembers it.",
  allowed: "Allowed",
  withdraw: "Withdraw",
  withdrawWhat: "{name} is signed out and asks again the next time.",
  withdrawn: "Withdrawn",
} as const;
