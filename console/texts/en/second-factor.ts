/** Whom a rule about the second factor concerns. */

export const secondFactor = {
  title: "Who is concerned",
  none: "No one: nothing above is chosen.",
  concerned: "People with an account: {people}. Without a factor yet: {without}.",
  without: "They set one up at their next sign-in once the rule applies:",
  more: "and {more} more",
} as const;
