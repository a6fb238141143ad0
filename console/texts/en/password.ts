/** Rules for passwords, and who signs in with one. */

export const password = {
  least: "A new password needs at least {length} characters.",
  change: "Change the length on “Signup and reset”",
  sections: {
    rules: ["Rules for new passwords", "They hold wherever a password is chosen."],
    who: ["Who signs in with a password", "Each switch closes this way for some people."],
    kept: ["How passwords are kept", "Only a hash of a password is stored."],
    limits: ["Limits", "How often someone may try, and change their own account."],
  },
} as const;
