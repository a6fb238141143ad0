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
      "Konten anlegen, ändern, einladen und löschen, Passwörter setzen, die Rollen unten geben und nehmen.",
    ],
    clients: [
      "Sich um Clients kümmern",
      "Um die, bei denen die Personen gefragt werden; nicht um die, die verwalten oder die Frage überspringen.",
    ],
    providers: [
      "Sich um Anbieter kümmern",
      "Namen, Geheimnisse, Abschalten und Ausprobieren; nicht, wen sie anmelden.",
    ],
    settings: [
      "Sich um die Seiten kümmern",
      "Name, Logo, Farben, was Personen an ihrem eigenen Konto ändern, häufige Passwörter.",
    ],
  },
  administrators:
    "Die Konten von Administratoren, auch Ihr eigenes, ändern nur volle Administratoren.",
  ofAll: "Alle Personen",
  of: "Personen mit einer dieser Rollen:",
  gives: "Sie geben und nehmen diese Rollen:",
  givesNone: "Sie geben und nehmen keine Rollen.",
  open: "Öffnen",
  title: "Administratoren mit weniger Rechten",
  hint: "Was die Inhaber einer Rolle ohne die Berechtigung oben dürfen. Keiner von ihnen erreicht das Konto eines Administrators oder verschafft sich mehr.",
  grant: "Rechte einer Rolle",
  add: "Einer Rolle Rechte geben",
  remove: "Entfernen",
  role: "Rolle",
  roleHint: "Wer sie hat, auch auf Zeit, darf Folgendes.",
  may: "Darf",
  whom: "Welche Personen",
  everyone: "Alle Personen",
  some: "Nur Personen mit einer dieser Rollen",
  someRoles: "Rollen dieser Personen",
  given: "Rollen zum Geben und Nehmen",
  givenHint: "Rollen, die verwalten, werden nie gegeben, auch wenn sie in dieser Liste stehen.",
  unfinished:
    "Wählen Sie eine Rolle und mindestens ein Recht, bei „nur Personen“ auch deren Rolle.",
};
