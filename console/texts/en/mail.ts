/** Texts of the page about mails. */

export const mail = {
  preview: "Preview",
  previewText: "How the email looks with what is typed above, even before it is saved.",
  code: "Sign-in code",
  link: "Sign-in link",
  verify: "Verification",
  reset: "Password reset",
  which: "Email",
  show: "Show the preview",
  subject: "Subject",
  plain: "Plain text",
  test: "Test email",
  testText: "Sends one email with the saved settings and shows what the relay answers.",
  to: "Send to",
  send: "Send a test email",
  sent: "The relay accepted the email.",
  drawn: "How the email looks",
  sections: {
    relay: ["Relay", "The server that delivers emails; without it none are sent."],
    from: ["Sign-in by email", "Who emails come from, and whether people may sign in with one."],
    texts: ["Texts", "Empty: our own, in the language of the person."],
    limits: ["Limits", "How long a code is good for, and how often one may be asked for."],
  },
} as const;
