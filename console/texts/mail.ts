/** Texts of the page about mails. */
import { catalogue } from "./catalogue.ts";

export const MAIL = catalogue({
  en: {
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
    sent: "The relay took the mail.",
  },
  de: {
    preview: "Vorschau",
    previewText: "So sieht die E-Mail mit den Eingaben oben aus, auch bevor sie gespeichert sind.",
    code: "Anmeldecode",
    link: "Anmeldelink",
    verify: "Bestätigung",
    reset: "Passwort zurücksetzen",
    which: "E-Mail",
    show: "Vorschau zeigen",
    subject: "Betreff",
    plain: "Nur Text",
    test: "Test-E-Mail",
    testText:
      "Sendet eine E-Mail mit den gespeicherten Einstellungen und sagt, was der Mailserver antwortet.",
    to: "Senden an",
    send: "Test-E-Mail senden",
    sent: "Der Mailserver hat die E-Mail angenommen.",
  },
});
