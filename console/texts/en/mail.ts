/** Texts of the page about mails. */

export const mail = {
  preview: "Preview",
  previewText: "How the mail looks with what is typed above, also before it is saved.",
  code: "Sign-in code",
  link: "Sign-in link",
  verify: "Verification",
  reset: "Password reset",
  which: "Mail",
  show: "Show the preview",
  subject: "Subject",
  plain: "Plain text",
  test: "Test mail",
  testText: "Sends one mail with the saved settings and says what the relay answers.",
  to: "Send to",
  send: "Send a test mail",
  sent: "The relay accepted the mail.",
  drawn: "How the mail looks",
  sections: {
    relay: ["Relay", "Where mails are handed over; without it no mail is sent."],
    from: ["Sign-in by mail", "Who mails come from, and whether people may sign in by them."],
    texts: ["Texts", "Empty: ours, in the language of the person."],
    limits: ["Limits", "How long a code is good for, and how often one may be asked for."],
  },
} as const;
