/** Texts of connected applications. */

export const applications = {
  title: "Connected applications",
  ownText:
    "You have allowed these applications to use your account. If you withdraw your permission, the application is signed out and has to ask you again.",
  noneOwn: "No application has a lasting permission from you.",
  noneOfUser: "No application has a lasting permission from this user.",
  allowed: "Allowed {time}",
  withdraw: "Withdraw",
  withdrawWhat: "{name} is signed out and has to ask again.",
  withdrawn: "Withdrawn",
} as const;
