/** Texts about administrators with fewer rights, in German. */
import type { Texts } from "../en/index.ts";

export const rights: Texts["rights"] = {
  seenOnly: "Sie können das ansehen. Ändern können es Administratoren mit dem Recht dazu.",
  notYours: "Diese Seite ist für andere Administratoren. Das sind Ihre Rechte.",
  about: {
    read: [
      "Alles sehen",
      "Personen, Clients, Einstellungen und Befunde; keine Geheimnisse, keine Änderung.",
    ],
    support: [
      "Bei der Anmeldung helfen",
      "Die E-Mail für ein neues Passwort senden, einen zweiten Faktor oder Passkey entfernen, Anmeldungen beenden, sperren und entsperren.",
    ],
    people: [
      "Sich um Personen kümmern",
      "Konten anlegen, ändern, einladen und löschen, Passwörter setzen, die Rollen unten geben und entziehen.",
    ],
    clients: [
      "Sich um Clients kümmern",
      "Nur um Clients, die um Zustimmung bitten; nicht um solche, die diesen Dienst verwalten oder nicht fragen, und nicht darum, wer sie nutzen darf.",
    ],
    providers: [
      "Sich um Anbieter kümmern",
      "Namen, Geheimnisse, Ein- und Ausschalten und Testen; nicht, wen sie anmelden.",
    ],
    settings: [
      "Sich um die Seiten kümmern",
      "Name, Logo, Farben, was Personen an ihrem eigenen Konto ändern können, häufige Passwörter.",
    ],
  },
  administrators:
    "Die Konten von Administratoren, auch Ihr eigenes, ändern nur volle Administratoren.",
  ofAll: "Alle Personen",
  of: "Personen mit einer dieser Rollen:",
  gives: "Rollen, die Sie geben und entziehen können:",
  givesNone: "Sie können keine Rollen geben oder entziehen.",
  open: "Öffnen",
  title: "Administratoren mit weniger Rechten",
  hint: "Was die Inhaber einer Rolle ohne die Berechtigung oben dürfen. Keiner von ihnen kann das Konto eines Administrators ändern oder sich selbst mehr Rechte geben.",
  grant: "Rechte einer Rolle",
  add: "Einer Rolle Rechte geben",
  remove: "Entfernen",
  role: "Rolle",
  roleHint: "Wer diese Rolle hat, auch auf Zeit, darf Folgendes.",
  may: "Darf",
  whom: "Welche Personen",
  everyone: "Alle Personen",
  some: "Nur Personen mit einer dieser Rollen",
  someRoles: "Rollen dieser Personen",
  given: "Rollen, die sie geben und entziehen",
  givenHint: "Rollen von Administratoren werden nie gegeben, auch wenn sie in dieser Liste stehen.",
  unfinished:
    "Wählen Sie eine Rolle und mindestens ein Recht, bei „Nur Personen mit einer dieser Rollen“ auch eine solche Rolle.",
};
