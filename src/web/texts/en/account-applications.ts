/** Every text of the panel of connected applications. */

export const APPLICATIONS = {
  title: "Connected applications",
  text: "You have allowed these applications to use your account. When you withdraw it, the application is signed out and asks you the next time.",
  allowed: "Allowed {time}",
  withdraw: "Withdraw",
  withdrawLabel: "Withdraw what {name} may do",
  gone: "That application is no longer connected.",
} as const;
